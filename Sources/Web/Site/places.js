// The page /places.
