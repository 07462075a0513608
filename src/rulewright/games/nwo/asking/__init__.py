"""Rules that can be run by themselves, for odds and for toolmakers."""
