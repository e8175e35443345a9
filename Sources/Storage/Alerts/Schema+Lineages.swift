extension Schema {
    /// Alerts with their findings and references to other alerts, and reports that join one alert.
    static let revisions = """
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
