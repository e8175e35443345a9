package import People

/// One study as administrators see it: who does research in it, in which role, and how many people are in which status.
package struct InspectedStudy: Sendable {
    package let overview: StudyOverview
    /// Its researchers by role, each role by name; a role that nobody has is missing.
    package let researchers: [StudyRole: [Account]]
    /// The statuses of the researchers' own; one that nobody has does not exist.
    package let labels: [StudyLabelCount]

    package init(
        overview: StudyOverview, researchers: [StudyRole: [Account]], labels: [StudyLabelCount]
    ) {
        (self.overview, self.researchers, self.labels) = (overview, researchers, labels)
    }
}

/// How many invitations have a status of the researchers' own.
package struct StudyLabelCount: Hashable, Sendable {
    /// The most statuses that are told, so that an answer stays small.
    package static let most = 100
    /// As it was written first.
    package let label: String
    package let people: Int

    package init(_ label: String, people: Int) { (self.label, self.people) = (label, people) }

    /// Counts labels, whether in capital letters or not, as ``StudyInvitationFilter`` finds them.
    ///
    /// - Parameter labels: The labels of invitations, the oldest invitation first.
    /// - Returns: Those that most people have, at most ``most``, by name.
    package static func count(_ labels: some Sequence<String>) -> [StudyLabelCount] {
        var counts: [String: StudyLabelCount] = [:]
        for label in labels {
            let former = counts[label.lowercased()]
            counts[label.lowercased()] = StudyLabelCount(
                former?.label ?? label, people: (former?.people ?? 0) + 1)
        }
        let byNumber = counts.sorted { ($1.value.people, $0.key) < ($0.value.people, $1.key) }
        return byNumber.prefix(most).sorted { $0.key < $1.key }.map(\.value)
    }
}
