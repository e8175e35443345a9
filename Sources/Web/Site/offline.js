// The page /offline.
