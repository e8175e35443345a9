extension Schema {
    /// Persons in the care of account owners, answers to the welcome quiz, and units.
    ///
    /// A person is an account with a guardian, so all that is stored by account is stored for persons as
    /// well. The name of that account is meaningless, and can be no one's user name.
    static let persons = """
        ALTER TABLE account ADD COLUMN guardian INTEGER REFERENCES account (id) ON DELETE CASCADE;
        CREATE INDEX accountByGuardian ON account (guardian) WHERE guardian IS NOT NULL;

        -- `sealed`: what the guardian calls the person, and their day of birth.
        CREATE TABLE person (
            account INTEGER PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
            id TEXT NOT NULL UNIQUE,
            sealed BLOB NOT NULL
        ) STRICT;

        -- `sealed`: all answers.
        CREATE TABLE welcomeQuiz (
            account INTEGER PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
            sealed BLOB NOT NULL,
            answered INTEGER NOT NULL
        ) STRICT;

        -- Who reads other units than metric ones.
        CREATE TABLE unitChoice (
            account INTEGER PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
            units TEXT NOT NULL CHECK (units = 'imperial')
        ) STRICT;

        -- Whom a report is about, when that is not the reporter.
        CREATE TABLE reportPerson (
            alert INTEGER NOT NULL,
            account INTEGER NOT NULL,
            person INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            PRIMARY KEY (alert, account),
            FOREIGN KEY (alert, account) REFERENCES report (alert, account) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX reportPersonByPerson ON reportPerson (person);

        CREATE TRIGGER personHasNoPersons BEFORE INSERT ON account WHEN NEW.guardian IS NOT NULL
        BEGIN
            SELECT RAISE(ABORT, 'a person has no persons')
            WHERE (SELECT guardian FROM account WHERE id = NEW.guardian) IS NOT NULL;
        END;

        CREATE TRIGGER personHasNoCredentials BEFORE INSERT ON credential WHEN NEW.account IS NOT NULL
        BEGIN
            SELECT RAISE(ABORT, 'a person has no credentials')
            WHERE (SELECT guardian FROM account WHERE id = NEW.account) IS NOT NULL;
        END;

        CREATE TRIGGER personHasNoChannels BEFORE INSERT ON channel
        BEGIN
            SELECT RAISE(ABORT, 'a person has no channels')
            WHERE (SELECT guardian FROM account WHERE id = NEW.account) IS NOT NULL;
        END;
        """
}
