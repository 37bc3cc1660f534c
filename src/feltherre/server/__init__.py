"""HTTP and WebSocket: rooms, seats, views and the store. Knows games only through their contract."""
