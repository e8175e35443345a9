extension Schema {
    /// Studies, who takes part in them, and what they answer.
    ///
    /// Days are counted since 1970.
    static let studies = """
        -- `key`: from it come the tokens of answers that belong to nobody; it is gone when the study is closed.
        CREATE TABLE study (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            state TEXT NOT NULL CHECK (state IN ('draft', 'open', 'closed', 'archived')),
            mode TEXT NOT NULL CHECK (mode IN ('linked', 'unlinked')),
            k INTEGER NOT NULL CHECK (k BETWEEN 5 AND 20),
            target INTEGER CHECK (target > 0),
            firstDay INTEGER NOT NULL,
            lastDay INTEGER NOT NULL CHECK (lastDay >= firstDay),
            draft TEXT NOT NULL CHECK (json_valid(draft)),
            key BLOB CHECK (key IS NULL OR (state = 'open' AND mode = 'unlinked')),
            created INTEGER NOT NULL
        ) STRICT;

        CREATE INDEX studyOpen ON study (number) WHERE state = 'open';

        -- What is published; it never changes.
        CREATE TABLE studyVersion (
            study INTEGER NOT NULL REFERENCES study (number) ON DELETE CASCADE,
            version INTEGER NOT NULL CHECK (version > 0),
            content TEXT NOT NULL CHECK (json_valid(content)),
            published INTEGER NOT NULL,
            PRIMARY KEY (study, version)
        ) STRICT;

        CREATE TABLE studyResearcher (
            study INTEGER NOT NULL REFERENCES study (number) ON DELETE CASCADE,
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            role TEXT NOT NULL CHECK (role IN ('owner', 'analyst', 'recruiter')),
            since INTEGER NOT NULL,
            PRIMARY KEY (study, account)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX studyResearcherByAccount ON studyResearcher (account, study);

        -- Nobody leads a study whose last owner has deleted the account: it takes no more answers, and a draft that
        -- nobody else sees goes, too.
        CREATE TRIGGER studyOwnerGone AFTER DELETE ON studyResearcher
        WHEN NOT EXISTS (SELECT 1 FROM studyResearcher WHERE study = OLD.study AND role = 'owner') BEGIN
            UPDATE study SET state = 'closed', key = NULL WHERE number = OLD.study AND state = 'open';
            UPDATE studyAnswer SET token = NULL WHERE study = OLD.study AND token IS NOT NULL;
            DELETE FROM study WHERE number = OLD.study AND state = 'draft'
                AND NOT EXISTS (SELECT 1 FROM studyResearcher WHERE study = OLD.study);
        END;

        CREATE TABLE studyParticipant (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            study INTEGER NOT NULL REFERENCES study (number) ON DELETE CASCADE,
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            pseudonym TEXT NOT NULL,
            joined INTEGER NOT NULL,
            leftDay INTEGER CHECK (leftDay >= joined),
            UNIQUE (study, pseudonym)
        ) STRICT;

        CREATE UNIQUE INDEX studyParticipantOnce ON studyParticipant (study, account) WHERE leftDay IS NULL;
        CREATE INDEX studyParticipantByAccount ON studyParticipant (account, number);

        -- `sealed`: the code. `code`: its keyed hash. `gone`: when an account was deleted that had used it.
        CREATE TABLE studyInvitation (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            study INTEGER NOT NULL REFERENCES study (number) ON DELETE CASCADE,
            sealed BLOB NOT NULL,
            code BLOB NOT NULL UNIQUE,
            participant INTEGER UNIQUE REFERENCES studyParticipant (number) ON DELETE SET NULL,
            made INTEGER NOT NULL,
            joined INTEGER,
            restricted INTEGER,
            gone INTEGER
        ) STRICT;

        CREATE INDEX studyInvitationByStudy ON studyInvitation (study, number);

        -- Deletions that a foreign key orders run triggers, too: https://sqlite.org/foreignkeys.html#fk_actions
        CREATE TRIGGER studyParticipantGone BEFORE DELETE ON studyParticipant BEGIN
            UPDATE studyInvitation SET gone = ifnull(OLD.leftDay, max(OLD.joined, unixepoch() / 86400))
            WHERE participant = OLD.number;
        END;

        -- `sealed`: the language, and the name and signature if they were given.
        CREATE TABLE studyConsent (
            participant INTEGER NOT NULL REFERENCES studyParticipant (number) ON DELETE CASCADE,
            version INTEGER NOT NULL,
            given INTEGER NOT NULL,
            sealed BLOB NOT NULL,
            PRIMARY KEY (participant, version)
        ) STRICT;

        -- `sealed`: the answers, the cell and the time. `token`: of person and day, where answers belong to nobody.
        -- The identifiers are by chance, so that rows do not lie in the order in which they came.
        CREATE TABLE studyAnswer (
            id TEXT NOT NULL PRIMARY KEY,
            study INTEGER NOT NULL REFERENCES study (number) ON DELETE CASCADE,
            participant INTEGER REFERENCES studyParticipant (number) ON DELETE CASCADE,
            token BLOB CHECK (token IS NULL OR participant IS NULL),
            day INTEGER NOT NULL,
            version INTEGER NOT NULL,
            sealed BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE UNIQUE INDEX studyAnswerByDay ON studyAnswer (participant, day) WHERE participant IS NOT NULL;
        CREATE UNIQUE INDEX studyAnswerByToken ON studyAnswer (study, token) WHERE token IS NOT NULL;
        CREATE INDEX studyAnswerByStudy ON studyAnswer (study, day, id);

        -- Looks of researchers at answers, and at whose.
        CREATE TABLE studyLook (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            study INTEGER NOT NULL REFERENCES study (number) ON DELETE CASCADE,
            account INTEGER REFERENCES account (id) ON DELETE SET NULL,
            kind TEXT NOT NULL CHECK (kind IN ('read', 'exported')),
            at INTEGER NOT NULL
        ) STRICT;

        CREATE INDEX studyLookByStudy ON studyLook (study, number);
        CREATE INDEX studyLookByAccount ON studyLook (account) WHERE account IS NOT NULL;

        CREATE TABLE studyLookAt (
            participant INTEGER NOT NULL REFERENCES studyParticipant (number) ON DELETE CASCADE,
            look INTEGER NOT NULL REFERENCES studyLook (number) ON DELETE CASCADE,
            PRIMARY KEY (participant, look)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX studyLookAtByLook ON studyLookAt (look);
        """

    /// Labels of invitations, and an index that counts people by day without reading answers.
    ///
    /// A label goes with the account about which it is.
    static let studyLabels = """
        ALTER TABLE studyInvitation ADD COLUMN label BLOB;

        DROP TRIGGER studyParticipantGone;
        CREATE TRIGGER studyParticipantGone BEFORE DELETE ON studyParticipant BEGIN
            UPDATE studyInvitation
            SET gone = ifnull(OLD.leftDay, max(OLD.joined, unixepoch() / 86400)), label = NULL
            WHERE participant = OLD.number;
        END;

        DROP INDEX studyAnswerByStudy;
        CREATE INDEX studyAnswerByStudy ON studyAnswer (study, day, id, participant);
        """

    /// When everybody may read results, and what was published, which never changes.
    static let studyResults = """
        ALTER TABLE study ADD COLUMN results TEXT NOT NULL DEFAULT 'never'
            CHECK (results IN ('never', 'end', 'weekly'));

        CREATE TABLE studyRelease (
            study INTEGER NOT NULL REFERENCES study (number) ON DELETE CASCADE,
            firstDay INTEGER NOT NULL,
            lastDay INTEGER NOT NULL CHECK (lastDay >= firstDay),
            content TEXT NOT NULL CHECK (json_valid(content)),
            PRIMARY KEY (study, firstDay)
        ) STRICT, WITHOUT ROWID;
        """

    /// On which days a study asks, and at which hours, as JSON.
    static let studySchedules = """
        ALTER TABLE study ADD COLUMN schedule TEXT NOT NULL DEFAULT '{"rhythm":"daily"}'
            CHECK (json_valid(schedule));
        """
}
