// The page /today.
