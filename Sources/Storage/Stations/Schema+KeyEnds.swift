extension Schema {
    /// An index of the ends of keys.
    ///
    /// It holds only credentials with an end, so that ended keys are found without a scan of all tokens.
    static let keyEnds = """
        CREATE INDEX credentialByEnd ON credential (ends) WHERE ends IS NOT NULL;
        """
}
