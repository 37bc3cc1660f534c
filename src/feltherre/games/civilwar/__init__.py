"""The American Civil War 1861-63: tactical miniatures with written orders, simultaneous turns and an umpire."""
