/// What a person wants their contacts to be told when they press SOS.
package struct SOSSettings: HelpRecord {
    package static let kind = HelpKind.sosSettings
    package static let limit = 1
    /// The most characters of a name.
    package static let nameLength = 80

    /// The name by which the contacts know the person; empty for the name of the account, or of the person in
    /// care.
    package let name: String
    /// Whether the latest health values of the day go with it.
    package let includesValues: Bool

    package init(name: String = "", includesValues: Bool = false) {
        (self.name, self.includesValues) = (name, includesValues)
    }
}
