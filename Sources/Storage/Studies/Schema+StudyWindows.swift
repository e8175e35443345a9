extension Schema {
    /// For which window of its day an answer is, from 1 on, and 0 where the day has one answer: there is one of each window
    /// to each form.
    static let studyWindows = """
        ALTER TABLE studyAnswer ADD COLUMN dayWindow INTEGER NOT NULL DEFAULT 0 CHECK (dayWindow >= 0);

        DROP INDEX studyAnswerByDay;
        CREATE UNIQUE INDEX studyAnswerByDay ON studyAnswer (participant, day, form, dayWindow)
            WHERE participant IS NOT NULL;
        DROP INDEX studyAnswerByStudy;
        CREATE INDEX studyAnswerByStudy ON studyAnswer (study, day, id, participant, form, dayWindow);
        CREATE INDEX studyAnswerByWindow ON studyAnswer (study, form) WHERE dayWindow > 0;
        """
}
