// The page /permissions.
