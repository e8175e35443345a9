extension Schema {
    /// The end of an alert as it was sent, once confirmations have prolonged it; messages that were sent keep it.
    static let promisedEnds = "ALTER TABLE alert ADD COLUMN promised INTEGER CHECK (promised > sent)"
}
