"""What somebody who means no good tries with a server: the probes of `make probes` (tools/probes.py)."""
