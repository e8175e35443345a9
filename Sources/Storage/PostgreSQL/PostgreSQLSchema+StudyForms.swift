extension PostgreSQLSchema {
    /// Which form of its study an answer is to, so that there is one of each day to each form.
    static let studyForms = """
        ALTER TABLE studyAnswer ADD COLUMN form text COLLATE "C" NOT NULL DEFAULT 'main';

        DROP INDEX studyAnswerByDay;
        CREATE UNIQUE INDEX studyAnswerByDay ON studyAnswer (participant, day, form)
            WHERE participant IS NOT NULL;
        DROP INDEX studyAnswerByStudy;
        CREATE INDEX studyAnswerByStudy ON studyAnswer (study, day, id, participant, form);
        """
}
