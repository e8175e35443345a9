extension Schema {
    /// Letters that invite people to studies.
    static let studyLetters = """
        -- `sealed`: the address, which is gone once the letter is settled.
        CREATE TABLE studyLetter (
            invitation INTEGER PRIMARY KEY REFERENCES studyInvitation (number) ON DELETE CASCADE,
            study INTEGER NOT NULL REFERENCES study (number) ON DELETE CASCADE,
            sealed BLOB,
            language TEXT NOT NULL,
            written INTEGER NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('queued', 'sent', 'failed', 'dropped')),
            due INTEGER,
            attempts INTEGER NOT NULL DEFAULT 0,
            CHECK ((state = 'queued') = (due IS NOT NULL)),
            CHECK ((state = 'queued') = (sealed IS NOT NULL))
        ) STRICT;

        CREATE INDEX studyLetterByStudy ON studyLetter (study, written);
        CREATE INDEX studyLetterQueue ON studyLetter (due) WHERE due IS NOT NULL;

        -- Addresses to which a study does not write again for a while. `receiver`: a keyed hash. No row leads to an
        -- invitation, so that nobody can tell by it who takes part.
        CREATE TABLE studyReceiver (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            study INTEGER NOT NULL REFERENCES study (number) ON DELETE CASCADE,
            receiver BLOB NOT NULL,
            written INTEGER NOT NULL
        ) STRICT;

        CREATE INDEX studyReceiverByHash ON studyReceiver (study, receiver, written);
        CREATE INDEX studyReceiverByAge ON studyReceiver (written);
        """
}
