extension PostgreSQLSchema {
    /// What researchers write to one person.
    static let studyPersonMessages = """
        -- `participant`: the one person who reads it; it goes with the part. `sealed`: the words to one person, whose
        -- message has no other `words`.
        ALTER TABLE studyMessage ADD COLUMN participant bigint
            REFERENCES studyParticipant (number) ON DELETE CASCADE;
        ALTER TABLE studyMessage ADD COLUMN sealed bytea CHECK ((sealed IS NULL) = (participant IS NULL));

        CREATE INDEX studyMessageByParticipant ON studyMessage (participant) WHERE participant IS NOT NULL;
        """
}
