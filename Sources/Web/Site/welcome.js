// The page /welcome.
