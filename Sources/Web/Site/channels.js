// The page /channels.
