// The page shown without a network; it is static.
