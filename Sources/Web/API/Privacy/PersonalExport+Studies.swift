import Foundation
import HTTP
import Studies

/// The studies in which somebody takes part, and those that they lead.
extension PersonalExport {
    private struct Studies: Encodable {
        struct Led: Encodable {
            let study: String
            let title: [String: String]
            let role: StudyRole
            /// What was written to those who take part.
            let messages: [StudyMessageDocument]
        }

        /// With all answers that are known to be theirs.
        let participations: [ParticipationAnswer]
        let researches: [Led]
    }

    mutating func addStudies() async throws {
        let parts = try await sources.studyStore.participations(
            of: account, answers: .max, looks: .max)
        var led: [Studies.Led] = []
        for own in try await sources.studyStore.studies(of: account) {
            let messages = try await sources.studyStore.messages(of: own.study.id, for: account)
            led.append(
                Studies.Led(
                    study: own.study.id.rawValue, title: own.study.draft.title, role: own.role,
                    messages: messages.map(StudyMessageDocument.init)))
        }
        try add(
            "studies",
            Studies(
                participations: parts.map { ParticipationAnswer($0, at: nil) },
                researches: led))
    }
}
