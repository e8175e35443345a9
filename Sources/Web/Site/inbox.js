// The page /inbox.
