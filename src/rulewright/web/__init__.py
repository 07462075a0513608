"""The online table: pages, live streams and the JSON API. Knows no game but through what a game declares."""
