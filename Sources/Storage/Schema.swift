import GRDB

/// The tables and their migrations; a shipped migration is never edited.
enum Schema {
    /// A migrator without a cipher, for files that hold nothing to be sealed.
    static var migrator: DatabaseMigrator { migrator(sealing: nil) }

    static func migrator(sealing vault: RowCipher?) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("stations and readings") { try $0.execute(sql: stations) }
        migrator.registerMigration("accounts and credentials") { try $0.execute(sql: accounts) }
        migrator.registerMigration("fences") { try $0.execute(sql: fences) }
        migrator.registerMigration("alerts and ledger") { try $0.execute(sql: alerts) }
        migrator.registerMigration("rules of fences", migrate: giveFencesRules(in:))
        migrator.registerMigration("lineages of alerts") { try $0.execute(sql: lineages) }
        migrator.registerMigration("public places of reports", migrate: forgetPlaces(in:))
        migrator.registerMigration("uploads and revisions") { try $0.execute(sql: uploads) }
        migrator.registerMigration("regions and classes") { try $0.execute(sql: regions) }
        migrator.registerMigration("pulls of feeds") { try $0.execute(sql: feeds) }
        migrator.registerMigration("modelled forecasts") { try $0.execute(sql: modelledForecasts) }
        migrator.registerMigration("gauges of alerts") { try $0.execute(sql: gauges) }
        migrator.registerMigration("suspect hours") { try $0.execute(sql: suspectHours) }
        migrator.registerMigration("ends of keys") { try $0.execute(sql: keyEnds) }
        migrator.registerMigration("modelled forecasts by station") { try $0.execute(sql: modelledByStation) }
        migrator.registerMigration("readings set aside") { try $0.execute(sql: readingsSetAside) }
        migrator.registerMigration("sign-in") { try $0.execute(sql: signIn) }
        migrator.registerMigration("persons") { try $0.execute(sql: persons) }
        migrator.registerMigration("consents and audit") { try $0.execute(sql: privacy) }
        migrator.registerMigration("sealed values") { try SealingMigration($0, vault).run() }
        migrator.registerMigration("messages") { try $0.execute(sql: messages) }
        return migrator
    }

    /// The layout number of a file without any page from before values were sealed.
    static let cleanLayout = 1

    /// Refuses a file that our migrations have not made.
    static func checkOrigin(of database: Database) throws {
        guard try !migrator.hasBeenSuperseded(database) else {
            throw DatabaseError(
                resultCode: .SQLITE_SCHEMA,
                message: "the file was written by a newer version of this program, or by another program")
        }
        let isOurs = try database.tableExists("grdb_migrations")
        let isEmpty = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0
        guard isOurs || isEmpty else {
            throw DatabaseError(
                resultCode: .SQLITE_SCHEMA, message: "the file holds the database of another program")
        }
    }

    /// Allergens are stored by code, days as days since 1970, instants as seconds since 1970.
    private static let stations = """
        CREATE TABLE station (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 40),
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
            longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
            latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
            altitude REAL,
            timeZone TEXT NOT NULL,
            attribution TEXT,
            isSimulated INTEGER NOT NULL CHECK (isSimulated IN (0, 1))
        ) STRICT;

        CREATE VIRTUAL TABLE stationBox USING rtree(station, west, east, south, north);

        -- The value of a day. `hours` is NULL when the station gave the day itself, and otherwise the number of
        -- hours whose mean it is.
        CREATE TABLE reading (
            allergen INTEGER NOT NULL CHECK (allergen BETWEEN 0 AND 127),
            day INTEGER NOT NULL,
            station INTEGER NOT NULL REFERENCES station (number),
            value REAL NOT NULL CHECK (value >= 0 AND value < 1e9),
            hours INTEGER CHECK (hours BETWEEN 1 AND 25),
            received INTEGER NOT NULL,
            PRIMARY KEY (allergen, day, station)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX readingByStation ON reading (station, day);

        CREATE TABLE hourlyReading (
            station INTEGER NOT NULL REFERENCES station (number),
            allergen INTEGER NOT NULL CHECK (allergen BETWEEN 0 AND 127),
            day INTEGER NOT NULL,
            ending INTEGER NOT NULL,
            value REAL NOT NULL CHECK (value >= 0 AND value < 1e9),
            received INTEGER NOT NULL,
            PRIMARY KEY (station, allergen, day, ending)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE forecast (
            allergen INTEGER NOT NULL CHECK (allergen BETWEEN 0 AND 127),
            day INTEGER NOT NULL,
            station INTEGER NOT NULL REFERENCES station (number),
            value REAL NOT NULL CHECK (value >= 0 AND value < 1e9),
            received INTEGER NOT NULL,
            PRIMARY KEY (allergen, day, station)
        ) STRICT, WITHOUT ROWID;
        """

    private static let accounts = """
        CREATE TABLE account (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 60),
            created INTEGER NOT NULL
        ) STRICT;

        -- Only the hash of a secret is kept; `id` is its public part.
        CREATE TABLE credential (
            id TEXT PRIMARY KEY,
            account INTEGER REFERENCES account (id) ON DELETE CASCADE,
            station INTEGER REFERENCES station (number) ON DELETE CASCADE,
            hash BLOB NOT NULL CHECK (length(hash) = 32),
            created INTEGER NOT NULL,
            CHECK ((account IS NULL) <> (station IS NULL))
        ) STRICT, WITHOUT ROWID;

        -- The answer to a request that creates something, for whoever repeats it with the same key.
        CREATE TABLE idempotentAnswer (
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
            fingerprint BLOB NOT NULL,
            location TEXT NOT NULL,
            body BLOB NOT NULL,
            created INTEGER NOT NULL,
            PRIMARY KEY (account, key)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX idempotentAnswerByAge ON idempotentAnswer (created);
        """

    /// The first table of fences.
    ///
    /// A circle has a radius and its centre as anchor. A polygon has its rings as GeoJSON coordinates of a
    /// MultiPolygon, and a position inside as anchor.
    private static let fences = """
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

    /// The first tables of alerts and reports.
    ///
    /// `longitude` and `latitude` of an alert are what strangers may see. The exact place of a report stays
    /// in its own table.
    private static let alerts = """
        CREATE TABLE alert (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            kind TEXT NOT NULL CHECK (kind IN ('station', 'user', 'forecast')),
            low INTEGER NOT NULL,
            high INTEGER NOT NULL,
            level INTEGER CHECK (level BETWEEN 1 AND 4),
            longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
            latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
            sent INTEGER NOT NULL,
            expires INTEGER NOT NULL CHECK (expires > sent),
            headline TEXT NOT NULL,
            station INTEGER REFERENCES station (number)
        ) STRICT;

        CREATE TABLE report (
            alert INTEGER PRIMARY KEY REFERENCES alert (number) ON DELETE CASCADE,
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
            latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
            symptoms TEXT NOT NULL,
            comment TEXT CHECK (length(comment) <= 50)
        ) STRICT;

        CREATE INDEX reportByAccount ON report (account);

        -- Time is in minutes since 2020-01-01, which a 32-bit float holds exactly until 2051. The place is the
        -- public one: a search by box must not find out the exact one.
        CREATE VIRTUAL TABLE alertBox USING rtree(
            alert, west, east, south, north, starts, ends, +low INTEGER, +high INTEGER
        );

        CREATE TABLE delivery (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            alert INTEGER NOT NULL REFERENCES alert (number) ON DELETE CASCADE,
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            channel TEXT NOT NULL CHECK (channel IN ('live')),
            fences TEXT NOT NULL,
            created INTEGER NOT NULL,
            UNIQUE (alert, account, channel)
        ) STRICT;

        CREATE INDEX deliveryByAccount ON delivery (account, id);
        """
}
