extension Schema {
    /// Keys that have ended are looked for by their end, among all tokens of accounts, which have none.
    static let keyEnds = """
        CREATE INDEX credentialByEnd ON credential (ends) WHERE ends IS NOT NULL;
        """
}
