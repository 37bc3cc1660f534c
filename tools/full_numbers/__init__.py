"""What `tools/test_all.py` measures, one module a source of numbers."""
