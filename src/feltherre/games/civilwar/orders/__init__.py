"""Orders of the Civil War (03): what a player writes on an order sheet, as data, as text and as sentences."""
