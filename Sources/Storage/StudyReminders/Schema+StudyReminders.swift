extension Schema {
    /// Reminders of studies to people who have not answered.
    static let studyReminders = """
        ALTER TABLE study ADD COLUMN remindAfter INTEGER CHECK (remindAfter BETWEEN 1 AND 30);
        ALTER TABLE study ADD COLUMN remindMost INTEGER CHECK (remindMost BETWEEN 1 AND 20);
        -- Minutes since midnight.
        ALTER TABLE study ADD COLUMN remindTime INTEGER CHECK (remindTime BETWEEN 0 AND 1439);

        -- `remind`: when to look next at whether a reminder is due. `reminded`: how many were sent, and `remindedDay`
        -- the day of the latest. `remindOff`: whether the person wants none.
        ALTER TABLE studyParticipant ADD COLUMN remind INTEGER;
        ALTER TABLE studyParticipant ADD COLUMN reminded INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE studyParticipant ADD COLUMN remindedDay INTEGER;
        ALTER TABLE studyParticipant ADD COLUMN remindOff INTEGER NOT NULL DEFAULT 0
            CHECK (remindOff IN (0, 1));

        CREATE INDEX studyParticipantRemind ON studyParticipant (remind) WHERE remind IS NOT NULL;

        CREATE TABLE studyReminder (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            participant INTEGER NOT NULL REFERENCES studyParticipant (number) ON DELETE CASCADE,
            day INTEGER NOT NULL,
            due INTEGER NOT NULL,
            omission TEXT CHECK (omission = 'noChannel')
        ) STRICT;

        CREATE INDEX studyReminderByParticipant ON studyReminder (participant);
        CREATE INDEX studyReminderByAge ON studyReminder (due);

        -- A queued line without `due` is being sent, or was when the program ended: it is not sent again.
        CREATE TABLE studyReminderSending (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            reminder INTEGER NOT NULL REFERENCES studyReminder (number) ON DELETE CASCADE,
            channel INTEGER REFERENCES channel (number) ON DELETE SET NULL,
            kind TEXT NOT NULL CHECK (kind IN ('webhook', 'push', 'email')),
            state TEXT NOT NULL
                CHECK (state IN ('queued', 'sent', 'delivered', 'failed', 'unknown', 'dropped')),
            due INTEGER,
            tried INTEGER,
            attempts INTEGER NOT NULL DEFAULT 0,
            CHECK (state = 'queued' OR due IS NULL)
        ) STRICT;

        CREATE INDEX studyReminderSendingByReminder ON studyReminderSending (reminder);
        CREATE INDEX studyReminderSendingByChannel ON studyReminderSending (channel) WHERE channel IS NOT NULL;
        CREATE INDEX studyReminderSendingQueue ON studyReminderSending (due, number, channel)
            WHERE state = 'queued';
        """
}
