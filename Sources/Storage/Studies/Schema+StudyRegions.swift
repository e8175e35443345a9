extension Schema {
    /// Where studies look for people.
    static let studyRegions = """
        -- The edges of the box are in degrees, and all missing where no region is said.
        ALTER TABLE study ADD COLUMN regionName TEXT;
        ALTER TABLE study ADD COLUMN regionWest REAL CHECK (regionWest BETWEEN -180 AND 180);
        ALTER TABLE study ADD COLUMN regionSouth REAL CHECK (regionSouth BETWEEN -90 AND 90);
        ALTER TABLE study ADD COLUMN regionEast REAL CHECK (regionEast BETWEEN -180 AND 180);
        ALTER TABLE study ADD COLUMN regionNorth REAL CHECK (regionNorth BETWEEN -90 AND 90);
        """
}
