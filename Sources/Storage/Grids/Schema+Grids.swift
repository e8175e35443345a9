extension Schema {
    /// Numerical models on grids: the mean of each cell and day.
    ///
    /// `east` and `north` count cells of `degrees` from 0° on, see `ModelCell`. The key begins with what a map
    /// asks for, so that a day's grid is one stretch of the table. `gridAllergen` tells which allergens a source
    /// has, which would take a walk over all cells.
    static let grids = """
        CREATE TABLE gridSource (
            number INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 100),
            degrees REAL NOT NULL CHECK (degrees BETWEEN 0.01 AND 5),
            attribution TEXT
        ) STRICT;

        CREATE TABLE gridCell (
            allergen INTEGER NOT NULL CHECK (allergen BETWEEN 0 AND 127),
            day INTEGER NOT NULL,
            source INTEGER NOT NULL REFERENCES gridSource (number),
            north INTEGER NOT NULL,
            east INTEGER NOT NULL,
            value REAL NOT NULL CHECK (value >= 0 AND value < 1e9),
            PRIMARY KEY (allergen, day, source, north, east)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE gridAllergen (
            allergen INTEGER NOT NULL CHECK (allergen BETWEEN 0 AND 127),
            source INTEGER NOT NULL REFERENCES gridSource (number),
            PRIMARY KEY (allergen, source)
        ) STRICT, WITHOUT ROWID;
        """
}
