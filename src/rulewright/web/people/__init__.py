"""Who a visitor is, which seats are theirs, and what every request must keep."""
