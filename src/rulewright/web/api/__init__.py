"""The JSON API: what people do in the pages, for programs. Its OpenAPI document is made of the same structs."""
