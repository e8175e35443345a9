import HTTP
import HTTPTypes
import Studies

extension Problem {
    /// Does something with a study, and explains why it is refused.
    static func study<Value>(_ act: () async throws -> Value) async throws -> Value {
        do {
            return try await act()
        } catch let refusal as StudyRefusal {
            throw Problem(refused: refusal)
        }
    }

    /// Explains why something is not done with a study.
    init(refused refusal: StudyRefusal) {
        switch refusal {
        case .unknown: self.init(.unknownStudy)
        case .unknownResearcher: self.init(.unknownAccount, "No account of a researcher has this name here.")
        case .unknownCode, .unknownParticipant: self.init(.unknownInvitation)
        case .usedCode: self.init(.usedInvitation)
        case .restrictedCode: self.init(.restrictedInvitation)
        case .tooMany: self.init(.tooManyRecords)
        case .role(let role): self.init(.studyRole, "The role \(role.rawValue) does not allow this.")
        case .state, .incomplete, .unpublished, .settled, .lastOwner: self.init(ofState: refusal)
        case .alreadyIn: self.init(.alreadyParticipating)
        case .status(let status): self.init(.notParticipating, "The status is \(status.rawValue).")
        case .outdated(let current):
            self.init(.outdatedConsent, "Agree to version \(current) first: PUT …/consent.")
        case .answered: self.init(.alreadyAnswered)
        case .outside:
            self.init(.answerOutside, "An answer is of a day of the study, and comes within 48 hours.")
        case .unscheduled(let next):
            let day = next.map { "The next day on which it asks is \($0)." }
            self.init(.unscheduledAnswer, day ?? "It does not ask any more.")
        case .closedHours(let windows):
            let hours = windows.map { window in
                let ends = [window.lowerBound, window.upperBound].map(StudyScheduleDocument.text(of:))
                return ends.joined(separator: " to ")
            }
            self.init(.unscheduledAnswer, "It asks from \(hours.joined(separator: " and from ")).")
        case .unlinked: self.init(.unlinkedAnswers)
        case .writtenTo(let places):
            self.init(
                .recentlyInvited,
                errors: places.map {
                    Detail(
                        pointer: "/addresses/\($0)",
                        detail: "The study wrote to this address within the last week.")
                })
        case .tooMuchMail(let limit, let wait):
            self.init(.tooManyMessages, "A study sends at most \(limit) of these a day.")
            headers[.retryAfter] = String(Int(wait.rounded(.up)))
        }
    }

    private init(ofState refusal: StudyRefusal) {
        switch refusal {
        case .state(let state):
            self.init(.studyState, "The study is \(state.rawValue), which does not allow this.")
        case .incomplete(let parts):
            self.init(
                .incompleteStudy,
                errors: parts.map {
                    Detail(pointer: "/\($0.rawValue)", detail: "This lacks words in a language of the title.")
                })
        case .unpublished: self.init(.studyState, "Publish the study first.")
        case .settled:
            self.init(.studyState, "The mode and k are as they were when the study was published.")
        default: self.init(.studyState, "A study has at least one owner.")
        }
    }
}
