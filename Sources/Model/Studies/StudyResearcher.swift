/// A study with the role of who asks.
package struct OwnStudy: Hashable, Sendable {
    package let study: Study
    package let role: StudyRole

    package init(study: Study, role: StudyRole) { (self.study, self.role) = (study, role) }
}

/// A researcher of a study.
package struct StudyResearcher: Hashable, Sendable {
    /// The name of the account.
    package let name: String
    package let role: StudyRole

    package init(name: String, role: StudyRole) { (self.name, self.role) = (name, role) }
}
