extension Schema {
    /// What researchers write to those who take part.
    static let studyMessages = """
        -- `words`: by language, as JSON. `told`: how many people heard of it over their channels.
        CREATE TABLE studyMessage (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            study INTEGER NOT NULL REFERENCES study (number) ON DELETE CASCADE,
            account INTEGER REFERENCES account (id) ON DELETE SET NULL,
            words TEXT NOT NULL CHECK (json_valid(words)),
            written INTEGER NOT NULL,
            told INTEGER
        ) STRICT;

        CREATE INDEX studyMessageByStudy ON studyMessage (study, number);
        CREATE INDEX studyMessageByAccount ON studyMessage (account) WHERE account IS NOT NULL;
        """

    /// What researchers write to one person.
    static let studyPersonMessages = """
        -- `participant`: the one person who reads it; it goes with the part. `sealed`: the words to one person, whose
        -- message has no other `words`.
        ALTER TABLE studyMessage ADD COLUMN participant INTEGER
            REFERENCES studyParticipant (number) ON DELETE CASCADE;
        ALTER TABLE studyMessage ADD COLUMN sealed BLOB CHECK ((sealed IS NULL) = (participant IS NULL));

        CREATE INDEX studyMessageByParticipant ON studyMessage (participant) WHERE participant IS NOT NULL;
        """
}
