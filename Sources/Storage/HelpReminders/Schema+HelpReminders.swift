extension Schema {
    /// Reminders of what people keep, and their deliveries.
    static let helpReminders = """
        -- Until when the last reminder of a record was put off.
        ALTER TABLE helpRecord ADD COLUMN putOff INTEGER;

        -- `sealed`: the matter, and which records and times it is about. `ends`: when it is of no use any more.
        CREATE TABLE helpReminder (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            sealed BLOB NOT NULL,
            due INTEGER NOT NULL,
            ends INTEGER NOT NULL,
            omission TEXT CHECK (omission IN ('noChannel', 'tooLate'))
        ) STRICT;

        CREATE INDEX helpReminderByAccount ON helpReminder (account, due);
        CREATE INDEX helpReminderByAge ON helpReminder (due);

        -- A queued line without `due` is being sent, or was when the program ended: it is not sent again.
        CREATE TABLE helpReminderSending (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            reminder INTEGER NOT NULL REFERENCES helpReminder (number) ON DELETE CASCADE,
            channel INTEGER REFERENCES channel (number) ON DELETE SET NULL,
            kind TEXT NOT NULL CHECK (kind IN ('webhook', 'push', 'email')),
            state TEXT NOT NULL
                CHECK (state IN ('queued', 'sent', 'delivered', 'failed', 'unknown', 'dropped')),
            due INTEGER,
            tried INTEGER,
            attempts INTEGER NOT NULL DEFAULT 0,
            CHECK (state = 'queued' OR due IS NULL)
        ) STRICT;

        CREATE INDEX helpReminderSendingByReminder ON helpReminderSending (reminder);
        CREATE INDEX helpReminderSendingByChannel ON helpReminderSending (channel) WHERE channel IS NOT NULL;
        CREATE INDEX helpReminderSendingQueue ON helpReminderSending (due, number, channel)
            WHERE state = 'queued';

        -- The address of an account's calendar: its secret is the number with a keyed hash.
        CREATE TABLE helpCalendar (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            account INTEGER NOT NULL UNIQUE REFERENCES account (id) ON DELETE CASCADE,
            made INTEGER NOT NULL,
            read INTEGER
        ) STRICT;
        """
}
