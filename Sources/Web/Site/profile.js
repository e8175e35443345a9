// The page /profile.
