package import Forms
package import Foundation
package import People

/// A study as administrators see it: who leads it and how many people are in which status, and nothing that was answered.
package struct StudyOverview: Sendable {
    /// Its place among all studies, which grows with time.
    package let number: Int64
    package let id: Study.ID
    package let phase: StudyPhase
    /// As it is published; `nil` for a draft, which is its researchers' own.
    package let title: FormWording?
    package let created: Date
    /// Its owners, by name.
    package let owners: [Account]
    /// How many invitations have each status.
    package let people: [ParticipantStatus: Int]

    package init(
        number: Int64, id: Study.ID, phase: StudyPhase, title: FormWording?, created: Date,
        owners: [Account], people: [ParticipantStatus: Int]
    ) {
        (self.number, self.id, self.phase, self.title) = (number, id, phase, title)
        (self.created, self.owners, self.people) = (created, owners, people)
    }
}
