// The page on what the service is for; it is static.
