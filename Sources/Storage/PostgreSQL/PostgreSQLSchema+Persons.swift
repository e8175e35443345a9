extension PostgreSQLSchema {
    /// Persons in the care of account owners, profiles, answers to the welcome quiz, and units.
    ///
    /// A person is an account with a guardian. The name of that account is meaningless, and can be no one's user name.
    static let persons = """
        CREATE FUNCTION refusePersonOfPerson() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF (SELECT guardian FROM account WHERE id = NEW.guardian) IS NOT NULL THEN
                RAISE EXCEPTION 'a person has no persons';
            END IF;
            RETURN NEW;
        END
        $$;

        CREATE TRIGGER personHasNoPersons BEFORE INSERT ON account
            FOR EACH ROW WHEN (NEW.guardian IS NOT NULL) EXECUTE FUNCTION refusePersonOfPerson();

        -- `sealed`: what the guardian calls the person, and their day of birth.
        CREATE TABLE person (
            account bigint PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
            id text COLLATE "C" NOT NULL UNIQUE,
            sealed bytea NOT NULL
        );

        -- `sealed`: what its owner reacts to.
        CREATE TABLE profile (
            account bigint PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
            sealed bytea NOT NULL,
            language text NOT NULL,
            tone text NOT NULL,
            timeZone text NOT NULL,
            forecastTime bigint NOT NULL CHECK (forecastTime BETWEEN 0 AND 1439),
            forecastDaysAhead bigint NOT NULL CHECK (forecastDaysAhead IN (0, 1)),
            digestTime bigint NOT NULL CHECK (digestTime BETWEEN 0 AND 1439)
        );

        -- `sealed`: all answers.
        CREATE TABLE welcomeQuiz (
            account bigint PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
            sealed bytea NOT NULL,
            answered bigint NOT NULL
        );

        -- Who reads other units than metric ones.
        CREATE TABLE unitChoice (
            account bigint PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
            units text NOT NULL CHECK (units = 'imperial')
        );
        """
}
