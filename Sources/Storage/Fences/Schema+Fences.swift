extension Schema {
    /// The first table of fences.
    ///
    /// A circle has a radius and its centre as anchor. A polygon has its rings as GeoJSON coordinates of a
    /// MultiPolygon, and a position inside as anchor.
    static let fences = """
        CREATE TABLE fence (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
            longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
            latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
            radius REAL CHECK (radius BETWEEN 100 AND 300000),
            outline TEXT,
            kinds INTEGER NOT NULL CHECK (kinds BETWEEN 1 AND 7),
            CHECK ((radius IS NULL) <> (outline IS NULL))
        ) STRICT;

        CREATE INDEX fenceByAccount ON fence (account);

        CREATE TABLE fenceLevel (
            fence INTEGER NOT NULL REFERENCES fence (number) ON DELETE CASCADE,
            allergen INTEGER NOT NULL CHECK (allergen BETWEEN 0 AND 127),
            level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 4),
            PRIMARY KEY (fence, allergen)
        ) STRICT, WITHOUT ROWID;

        -- A fence has one row, or two when it crosses the antimeridian: 2 × number and 2 × number + 1. `low` and
        -- `high` are the allergens' bits.
        CREATE VIRTUAL TABLE fenceBox USING rtree(
            id, west, east, south, north, +fence INTEGER, +low INTEGER, +high INTEGER, +kinds INTEGER
        );

        -- What was last announced at a fence, so that it is not announced again.
        CREATE TABLE announcement (
            fence INTEGER NOT NULL REFERENCES fence (number) ON DELETE CASCADE,
            allergen INTEGER NOT NULL CHECK (allergen BETWEEN 0 AND 127),
            level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 4),
            day INTEGER NOT NULL,
            PRIMARY KEY (fence, allergen)
        ) STRICT, WITHOUT ROWID;
        """
}
