// The page /report.
