// The page /contact.
