extension Schema {
    /// Finds what others than the owners did to accounts, among many sign-ins.
    static let administrativeActs =
        "CREATE INDEX auditOfOthers ON audit (number) WHERE actor != 'owner' AND act != 'inspected';"
}
