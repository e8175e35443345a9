// The page /about.
