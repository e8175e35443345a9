extension Schema {
    /// The moderators who do not want to be told of flags, and an index that finds those who do.
    static let duty = """
        CREATE TABLE offDuty (
            account INTEGER PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE
        ) STRICT;

        CREATE INDEX accountRoleOfModerators ON accountRole (account) WHERE role = 'moderator';
        """
}
