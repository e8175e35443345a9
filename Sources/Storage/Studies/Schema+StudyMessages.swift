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
}
