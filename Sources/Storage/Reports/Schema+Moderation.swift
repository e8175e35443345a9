extension Schema {
    /// When moderators took their decisions back.
    static let decisionsTakenBack =
        "ALTER TABLE moderation ADD COLUMN takenBack INTEGER CHECK (takenBack >= created);"
}
