// The page /faq.
