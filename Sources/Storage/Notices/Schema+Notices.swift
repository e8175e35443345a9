extension Schema {
    /// Notices to people about their own data, and their deliveries.
    static let notices = """
        -- `sealed`: what happened.
        CREATE TABLE notice (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            sealed BLOB NOT NULL,
            raised INTEGER NOT NULL
        ) STRICT;

        CREATE INDEX noticeByAccount ON notice (account);
        CREATE INDEX noticeByAge ON notice (raised);

        -- A queued line without `due` is being sent, or was when the program ended: it is not sent again.
        CREATE TABLE noticeSending (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            notice INTEGER NOT NULL REFERENCES notice (number) ON DELETE CASCADE,
            channel INTEGER REFERENCES channel (number) ON DELETE SET NULL,
            kind TEXT NOT NULL CHECK (kind IN ('webhook', 'push', 'email')),
            state TEXT NOT NULL
                CHECK (state IN ('queued', 'sent', 'delivered', 'failed', 'unknown', 'dropped')),
            due INTEGER,
            tried INTEGER,
            attempts INTEGER NOT NULL DEFAULT 0,
            CHECK (state = 'queued' OR due IS NULL)
        ) STRICT;

        CREATE INDEX noticeSendingByNotice ON noticeSending (notice);
        CREATE INDEX noticeSendingByChannel ON noticeSending (channel) WHERE channel IS NOT NULL;
        CREATE INDEX noticeSendingQueue ON noticeSending (due, number, channel) WHERE state = 'queued';
        """
}
