import Foundation
import GRDB
import Geography

/// The tables that determine whom an alert concerns and how it is delivered.
extension Schema {
    /// Fences with their rules.
    ///
    /// One row of `fence` holds everything that a match asks about a candidate, and the R*Tree holds nothing
    /// but boxes. So a candidate costs one look-up.
    ///
    /// `low1` … `high4` are the bits of the allergens that a fence watches from that level or a lower one, so
    /// `low4` and `high4` are all of them. `x`, `y` and `z` are the anchor on the unit sphere. A position is
    /// surely inside within the squared chord `inner`, and surely outside beyond `extent` metres.
    static let fenceRules = """
        -- AUTOINCREMENT: the number of a deleted account is never given to another one.
        CREATE TABLE numberedAccount (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 60),
            created INTEGER NOT NULL,
            isModerator INTEGER NOT NULL DEFAULT 0 CHECK (isModerator IN (0, 1))
        ) STRICT;

        INSERT INTO numberedAccount (id, name, created) SELECT id, name, created FROM account;
        DROP TABLE account;
        ALTER TABLE numberedAccount RENAME TO account;
        CREATE INDEX credentialByAccount ON credential (account);

        CREATE TABLE profile (
            account INTEGER PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
            watches TEXT NOT NULL,
            crossReactive INTEGER NOT NULL CHECK (crossReactive IN (0, 1)),
            acceptsUnsure INTEGER NOT NULL CHECK (acceptsUnsure IN (0, 1)),
            language TEXT NOT NULL,
            tone TEXT NOT NULL,
            timeZone TEXT NOT NULL,
            forecastTime INTEGER NOT NULL CHECK (forecastTime BETWEEN 0 AND 1439),
            forecastDaysAhead INTEGER NOT NULL CHECK (forecastDaysAhead IN (0, 1)),
            digestTime INTEGER NOT NULL CHECK (digestTime BETWEEN 0 AND 1439)
        ) STRICT;

        CREATE TABLE ruledFence (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
            longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
            latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
            radius REAL CHECK (radius BETWEEN 100 AND 300000),
            extent REAL NOT NULL,
            x REAL NOT NULL,
            y REAL NOT NULL,
            z REAL NOT NULL,
            inner REAL NOT NULL,
            kinds INTEGER NOT NULL CHECK (kinds BETWEEN 1 AND 7),
            fieldMaximum INTEGER NOT NULL CHECK (fieldMaximum IN (0, 1)),
            unsure INTEGER NOT NULL CHECK (unsure IN (0, 1)),
            low1 INTEGER NOT NULL, high1 INTEGER NOT NULL,
            low2 INTEGER NOT NULL, high2 INTEGER NOT NULL,
            low3 INTEGER NOT NULL, high3 INTEGER NOT NULL,
            low4 INTEGER NOT NULL, high4 INTEGER NOT NULL,
            -- Those of them that are not watched for a cross-reaction alone.
            ownLow INTEGER NOT NULL, ownHigh INTEGER NOT NULL,
            -- The time zone that clocks at the fence follow, and the minutes of its day in which it is quiet.
            timeZone TEXT NOT NULL,
            quietFrom INTEGER CHECK (quietFrom BETWEEN 0 AND 1439),
            quietUntil INTEGER CHECK (quietUntil BETWEEN 0 AND 1439),
            quietException INTEGER CHECK (quietException BETWEEN 1 AND 4),
            -- The instants between which it is on; NULL when it always is.
            starts INTEGER,
            ends INTEGER,
            -- What its owner said, as far as the columns above do not tell it.
            watches TEXT NOT NULL,
            ownTimeZone TEXT,
            firstDay INTEGER,
            lastDay INTEGER,
            -- When its owner last said something about it, or about their profile.
            changed INTEGER NOT NULL DEFAULT 0,
            -- When the forecast is looked at next; NULL when forecasts are not wanted.
            nextForecast INTEGER,
            -- The day that the forecast was last looked at for.
            lastForecast INTEGER,
            CHECK ((quietFrom IS NULL) = (quietUntil IS NULL)),
            CHECK ((firstDay IS NULL) = (lastDay IS NULL))
        ) STRICT;

        -- `rings` are the polygons in the plane, packed; `area` is what the owner drew where that is something else: the
        -- coordinates of a GeoJSON MultiPolygon.
        CREATE TABLE fenceOutline (
            fence INTEGER PRIMARY KEY REFERENCES ruledFence (number) ON DELETE CASCADE,
            rings BLOB NOT NULL,
            area TEXT
        ) STRICT;

        -- What a fence watches for the sake of another allergen alone: `crossReaction` is that one, of the profile.
        CREATE TABLE crossWatch (
            fence INTEGER NOT NULL REFERENCES ruledFence (number) ON DELETE CASCADE,
            allergen INTEGER NOT NULL CHECK (allergen BETWEEN 0 AND 127),
            crossReaction INTEGER NOT NULL CHECK (crossReaction BETWEEN 0 AND 127),
            PRIMARY KEY (fence, allergen)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE announcedLevel (
            fence INTEGER NOT NULL REFERENCES ruledFence (number) ON DELETE CASCADE,
            allergen INTEGER NOT NULL CHECK (allergen BETWEEN 0 AND 127),
            level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 4),
            day INTEGER NOT NULL,
            PRIMARY KEY (fence, allergen)
        ) STRICT, WITHOUT ROWID;

        -- The highest level of a forecast that was announced at a fence for a day.
        CREATE TABLE announcedForecast (
            fence INTEGER NOT NULL REFERENCES ruledFence (number) ON DELETE CASCADE,
            allergen INTEGER NOT NULL CHECK (allergen BETWEEN 0 AND 127),
            day INTEGER NOT NULL,
            level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 4),
            PRIMARY KEY (fence, allergen, day)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX announcedForecastByDay ON announcedForecast (day);
        """

    static let fenceRulesAfterwards = """
        DROP TABLE fenceBox;
        DROP TABLE announcement;
        DROP TABLE fenceLevel;
        DROP TABLE fence;
        ALTER TABLE ruledFence RENAME TO fence;
        CREATE INDEX fenceByAccount ON fence (account);
        CREATE INDEX fenceByForecast ON fence (nextForecast) WHERE nextForecast IS NOT NULL;

        -- A fence has one row, or two when it crosses the antimeridian: 2 × number and 2 × number + 1.
        CREATE VIRTUAL TABLE fenceBox USING rtree(id, west, east, south, north);
        """

    /// Alerts with their findings and references to other alerts, and reports that join one alert.
    static let lineages = """
        CREATE TABLE news (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            kind TEXT NOT NULL CHECK (kind IN ('station', 'user', 'forecast')),
            message TEXT NOT NULL CHECK (message IN ('alert', 'update', 'cancel')),
            reference INTEGER REFERENCES news (number),
            low INTEGER NOT NULL,
            high INTEGER NOT NULL,
            level INTEGER CHECK (level BETWEEN 0 AND 4),
            longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
            latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
            sent INTEGER NOT NULL,
            expires INTEGER NOT NULL CHECK (expires > sent),
            ended INTEGER,
            -- When it was hidden; NULL when it is shown.
            hidden INTEGER,
            station INTEGER REFERENCES station (number),
            allergen INTEGER CHECK (allergen BETWEEN 0 AND 127),
            value REAL CHECK (value >= 0 AND value < 1e9),
            day INTEGER,
            basis TEXT CHECK (basis IN ('measured', 'forecast', 'modelled', 'simulated')),
            CHECK ((reference IS NULL) = (message = 'alert')),
            CHECK ((value IS NULL) = (kind = 'user'))
        ) STRICT;

        INSERT INTO news (
            number, id, kind, message, low, high, level, longitude, latitude, sent, expires, station, value, day, basis)
        SELECT number, id, kind, 'alert', low, high, level, longitude, latitude, sent, expires, station,
            CASE kind WHEN 'user' THEN NULL ELSE 0 END, CASE kind WHEN 'user' THEN NULL ELSE sent / 86400 END,
            CASE kind WHEN 'user' THEN NULL ELSE 'measured' END
        FROM alert WHERE kind = 'user';

        CREATE TABLE testimony (
            alert INTEGER NOT NULL REFERENCES news (number) ON DELETE CASCADE,
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
            latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
            low INTEGER NOT NULL,
            high INTEGER NOT NULL,
            symptoms TEXT NOT NULL,
            -- Characters as people count them may be made of several code points.
            comment TEXT CHECK (length(comment) <= 200),
            sent INTEGER NOT NULL,
            -- Whether those whom it concerns were told of it.
            isTold INTEGER NOT NULL DEFAULT 1 CHECK (isTold IN (0, 1)),
            PRIMARY KEY (alert, account)
        ) STRICT;

        INSERT INTO testimony (alert, account, longitude, latitude, low, high, symptoms, comment, sent)
        SELECT report.alert, report.account, report.longitude, report.latitude, alert.low, alert.high,
            report.symptoms, report.comment, alert.sent
        FROM report JOIN alert ON alert.number = report.alert;

        -- The ledger: what became of an alert for an account over a channel; channel 0 is the inbox.
        CREATE TABLE ledger (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            alert INTEGER NOT NULL,
            -- Taken from a fence, or from another line, that refers to the account; whoever removes it removes its lines.
            account INTEGER NOT NULL,
            channel INTEGER NOT NULL,
            -- A list after IN would be made into a table anew for each row: half the time of writing a line.
            state TEXT NOT NULL CHECK (
                state = 'delivered' OR state = 'queued' OR state = 'suppressed' OR state = 'sent' OR state = 'failed'
                OR state = 'expired'),
            reason TEXT,
            fences TEXT NOT NULL,
            distance REAL,
            crossReaction INTEGER CHECK (crossReaction BETWEEN 0 AND 127),
            created INTEGER NOT NULL,
            due INTEGER,
            attempts INTEGER NOT NULL DEFAULT 0,
            -- When it was first tried.
            tried INTEGER,
            updated INTEGER NOT NULL,
            read INTEGER,
            UNIQUE (alert, account, channel),
            CHECK ((due IS NULL) = (state <> 'queued'))
        ) STRICT;

        INSERT INTO ledger (id, alert, account, channel, state, fences, created, updated)
        SELECT delivery.id, alert, account, 0, 'delivered', fences, created, created
        FROM delivery JOIN news ON news.number = delivery.alert;

        DROP TABLE delivery;
        DROP TABLE report;
        DELETE FROM alertBox WHERE alert NOT IN (SELECT number FROM news);
        DROP TABLE alert;
        ALTER TABLE news RENAME TO alert;
        ALTER TABLE testimony RENAME TO report;
        ALTER TABLE ledger RENAME TO delivery;

        CREATE INDEX reportByAccount ON report (account, sent);
        CREATE INDEX reportByTime ON report (alert, sent);
        CREATE INDEX reportUntold ON report (alert) WHERE isTold = 0;
        CREATE INDEX alertHidden ON alert (number) WHERE hidden IS NOT NULL;
        CREATE INDEX alertByFinding ON alert (station, allergen, day) WHERE station IS NOT NULL;
        CREATE INDEX alertByReference ON alert (reference) WHERE reference IS NOT NULL;
        \(LedgerVolumes.index)
        -- It covers what the outbox asks, in the order in which it sends.
        CREATE INDEX deliveryByDue ON delivery (due, id, channel, state) WHERE state = 'queued';
        CREATE INDEX deliveryByQueue ON delivery (channel, due) WHERE state = 'queued';
        CREATE INDEX deliveryBySending ON delivery (channel, updated)
            WHERE channel <> 0 AND state IN ('sent', 'delivered');

        CREATE TABLE confirmation (
            alert INTEGER NOT NULL REFERENCES alert (number) ON DELETE CASCADE,
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            created INTEGER NOT NULL,
            PRIMARY KEY (alert, account)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX confirmationByAccount ON confirmation (account);

        -- What subscribers think does not belong here, for moderators to look at.
        CREATE TABLE flag (
            alert INTEGER NOT NULL REFERENCES alert (number) ON DELETE CASCADE,
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            reason TEXT NOT NULL CHECK (reason IN ('false', 'offensive', 'spam')),
            created INTEGER NOT NULL,
            settled INTEGER,
            PRIMARY KEY (alert, account)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX flagByAccount ON flag (account);
        CREATE INDEX flagUnsettled ON flag (alert) WHERE settled IS NULL;

        -- Who hid an alert or showed it again; it outlives the moderator's account.
        CREATE TABLE moderation (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            alert INTEGER NOT NULL REFERENCES alert (number) ON DELETE CASCADE,
            actor TEXT NOT NULL CHECK (actor IN ('moderator', 'command', 'flags')),
            account INTEGER REFERENCES account (id) ON DELETE SET NULL,
            isHidden INTEGER NOT NULL CHECK (isHidden IN (0, 1)),
            created INTEGER NOT NULL
        ) STRICT;

        CREATE INDEX moderationByAlert ON moderation (alert);
        CREATE INDEX moderationByAccount ON moderation (account) WHERE account IS NOT NULL;

        -- What accounts did within the last day, which limits them; the place is that of a report.
        CREATE TABLE subscriberAct (
            number INTEGER PRIMARY KEY,
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            act TEXT NOT NULL CHECK (act IN ('report', 'confirmation', 'flag')),
            longitude REAL CHECK (longitude BETWEEN -180 AND 180),
            latitude REAL CHECK (latitude BETWEEN -90 AND 90),
            created INTEGER NOT NULL,
            CHECK ((longitude IS NULL) = (latitude IS NULL))
        ) STRICT;

        CREATE INDEX subscriberActByAccount ON subscriberAct (account, act, created);
        CREATE INDEX subscriberActByAge ON subscriberAct (created);

        -- `target` is JSON; `key` is what makes two channels of an account the same: an address or endpoint.
        CREATE TABLE channel (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            kind TEXT NOT NULL CHECK (kind IN ('webhook', 'push', 'email')),
            key TEXT NOT NULL,
            target TEXT NOT NULL,
            rhythm TEXT NOT NULL CHECK (rhythm IN ('single', 'digest')),
            state TEXT NOT NULL CHECK (state IN ('unconfirmed', 'active', 'parked')),
            failure TEXT,
            -- Since when nothing has arrived; NULL when the last message did.
            failing INTEGER,
            created INTEGER NOT NULL,
            UNIQUE (account, kind, key)
        ) STRICT;
        """
}
