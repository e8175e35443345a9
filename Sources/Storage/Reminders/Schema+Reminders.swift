extension Schema {
    /// When people want to be reminded of their diary, and what was sent.
    static let reminders = """
        -- `sealed`: the times, weekdays, quiet hours and kinds of channels. `due`: when to look at it next. `putOff`:
        -- until when the last reminder was put off.
        CREATE TABLE reminderPlan (
            account INTEGER PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
            sealed BLOB NOT NULL,
            putOff INTEGER,
            due INTEGER
        ) STRICT;

        CREATE INDEX reminderPlanDue ON reminderPlan (due) WHERE due IS NOT NULL;

        CREATE TABLE reminder (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            day INTEGER NOT NULL,
            due INTEGER NOT NULL,
            omission TEXT CHECK (omission IN ('noChannel', 'tooLate')),
            answer TEXT CHECK (answer IN ('done', 'later', 'notToday')),
            answered INTEGER,
            CHECK ((answer IS NULL) = (answered IS NULL))
        ) STRICT;

        CREATE INDEX reminderByAccount ON reminder (account, day);
        CREATE INDEX reminderByAge ON reminder (due);

        -- A queued line without `due` is being sent, or was when the program ended: it is not sent again.
        CREATE TABLE reminderSending (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            reminder INTEGER NOT NULL REFERENCES reminder (number) ON DELETE CASCADE,
            channel INTEGER REFERENCES channel (number) ON DELETE SET NULL,
            kind TEXT NOT NULL CHECK (kind IN ('webhook', 'push', 'email')),
            state TEXT NOT NULL
                CHECK (state IN ('queued', 'sent', 'delivered', 'failed', 'unknown', 'dropped')),
            due INTEGER,
            tried INTEGER,
            attempts INTEGER NOT NULL DEFAULT 0,
            CHECK (state = 'queued' OR due IS NULL)
        ) STRICT;

        CREATE INDEX reminderSendingByReminder ON reminderSending (reminder);
        CREATE INDEX reminderSendingByChannel ON reminderSending (channel) WHERE channel IS NOT NULL;
        CREATE INDEX reminderSendingQueue ON reminderSending (due, number, channel) WHERE state = 'queued';
        """
}
