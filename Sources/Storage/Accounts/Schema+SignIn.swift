import GRDB

extension Schema {
    /// How people sign in: logins, identities with other providers, sessions, tokens with scopes, roles,
    /// links that work once, and failures.
    ///
    /// Being a moderator used to be a column, and is now a role like the others.
    static let signIn = """
        ALTER TABLE account ADD COLUMN suspended INTEGER;

        -- The address and the day of birth are sealed; an address is found by its keyed hash. An account that was
        -- opened by command may have no login at all.
        CREATE TABLE login (
            account INTEGER PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
            address BLOB,
            addressIndex BLOB UNIQUE,
            verified INTEGER,
            password TEXT CHECK (password LIKE '$scrypt$%'),
            birth BLOB,
            picture TEXT CHECK (length(picture) BETWEEN 1 AND 40),
            CHECK ((address IS NULL) = (addressIndex IS NULL))
        ) STRICT;

        -- A picture of their own, as we have written it anew.
        CREATE TABLE portrait (
            account INTEGER PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
            png BLOB NOT NULL CHECK (length(png) <= 65536),
            tag TEXT NOT NULL
        ) STRICT;

        -- What a provider calls somebody is found by its keyed hash, and sealed so that it can be hashed anew.
        CREATE TABLE identity (
            provider TEXT NOT NULL CHECK (length(provider) BETWEEN 1 AND 40),
            subjectIndex BLOB NOT NULL,
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            subject BLOB NOT NULL,
            created INTEGER NOT NULL,
            PRIMARY KEY (provider, subjectIndex),
            UNIQUE (account, provider)
        ) STRICT, WITHOUT ROWID;

        -- Only hashes of secrets are kept. `ends` moves on with use, at most to the longest life from `created`.
        CREATE TABLE session (
            id TEXT PRIMARY KEY,
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            hash BLOB NOT NULL CHECK (length(hash) = 32),
            formerHash BLOB CHECK (length(formerHash) = 32),
            renewed INTEGER NOT NULL,
            seed BLOB NOT NULL CHECK (length(seed) = 32),
            kind TEXT NOT NULL CHECK (kind IN ('cookie', 'token')),
            scopes INTEGER NOT NULL,
            device TEXT NOT NULL CHECK (length(device) <= 60),
            created INTEGER NOT NULL,
            lastUsed INTEGER NOT NULL,
            ends INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX sessionByAccount ON session (account, lastUsed);
        CREATE INDEX sessionByEnd ON session (ends);

        -- NULL is everything that the account may do: tokens that were made by command.
        ALTER TABLE credential ADD COLUMN scopes INTEGER;

        CREATE TABLE accountRole (
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            role TEXT NOT NULL
                CHECK (role IN ('expert', 'moderator', 'operator', 'researcher', 'administrator')),
            station INTEGER REFERENCES station (number) ON DELETE CASCADE,
            created INTEGER NOT NULL,
            CHECK ((role = 'operator') = (station IS NOT NULL))
        ) STRICT;

        CREATE UNIQUE INDEX accountRoleOnce ON accountRole (account, role, ifnull(station, 0));
        CREATE INDEX accountRoleByStation ON accountRole (station) WHERE station IS NOT NULL;
        INSERT INTO accountRole (account, role, created)
            SELECT id, 'moderator', created FROM account WHERE isModerator = 1;
        ALTER TABLE account DROP COLUMN isModerator;

        -- Only the hash of the secret part is kept; what the link does is sealed.
        CREATE TABLE oneTimeLink (
            id TEXT PRIMARY KEY,
            hash BLOB NOT NULL CHECK (length(hash) = 32),
            purpose TEXT NOT NULL CHECK (purpose IN ('signUp', 'reset', 'change')),
            account INTEGER REFERENCES account (id) ON DELETE CASCADE,
            content BLOB NOT NULL,
            ends INTEGER NOT NULL,
            CHECK ((purpose = 'signUp') = (account IS NULL))
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX oneTimeLinkByAccount ON oneTimeLink (account) WHERE account IS NOT NULL;
        CREATE INDEX oneTimeLinkByEnd ON oneTimeLink (ends);

        -- `who` is a keyed hash of a name, or of a name and an address from which it was tried; `account` is whose name it
        -- is, so that it goes with the account.
        CREATE TABLE signInRecord (
            who BLOB PRIMARY KEY,
            account INTEGER REFERENCES account (id) ON DELETE CASCADE,
            failures INTEGER NOT NULL,
            lastFailure INTEGER NOT NULL,
            lastSuccess INTEGER
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX signInRecordByAge ON signInRecord (lastFailure);
        CREATE INDEX signInRecordByAccount ON signInRecord (account) WHERE account IS NOT NULL;
        """
}
