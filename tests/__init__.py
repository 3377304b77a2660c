"""Everything that checks the project."""

import gc

# Pages and libraries are millions of objects that stay. Python looks through them less often here.
gc.set_threshold(50_000, 20, 20)
