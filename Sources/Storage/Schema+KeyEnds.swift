extension Schema {
    /// An index of the ends of keys.
    ///
    /// Without it, ended keys would have to be found among all the tokens of accounts, which have no end.
    static let keyEnds = """
        CREATE INDEX credentialByEnd ON credential (ends) WHERE ends IS NOT NULL;
        """
}
