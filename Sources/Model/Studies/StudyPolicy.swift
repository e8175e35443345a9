package import Allergens
import Forms
package import Foundation

/// What a researcher is in a study.
package enum StudyRole: String, CaseIterable, Sendable, Codable {
    /// Decides about it.
    case owner
    /// Reads answers, but not where they were given.
    case analyst
    /// Invites people, and reads no answers.
    case recruiter
}

/// Something that a researcher does to a study.
package enum StudyAct: String, CaseIterable, Sendable, Codable {
    /// Sees what it is, and how many people are in which status.
    case read
    /// Changes texts, form and settings, which others see when they are published.
    case change
    case publish, open, close, archive
    /// Gives roles to other researchers, and takes them away.
    case appoint
    /// Makes codes, and restricts them.
    case invite
    /// Sends invitations by mail, by which people can join at once.
    case mail
    /// Writes to all who take part, or to one of them, and reads what was written to one.
    case message
    /// Sees the pseudonyms, with status and number of answers.
    case seeParticipants
    case seeAnswers
    /// Sees where answers were given.
    case seePlaces
    /// Says when everybody may read how often each answer was given.
    case release
    /// Gives up the own role.
    case leave
    /// Deletes what nobody has answered, as nobody could.
    case delete
}

/// Why something about a study is refused.
package enum StudyRefusal: Error, Hashable, Sendable {
    /// There is no such study, or the account is no researcher of it.
    case unknown
    /// The role does not allow it.
    case role(StudyRole)
    /// The state does not allow it.
    case state(Study.State)
    /// Something has to be there before it is published.
    case incomplete([StudyContent.Part])
    /// It is published before it is opened.
    case unpublished
    /// People have agreed to the mode and the size of groups, so they do not change any more.
    case settled
    /// Only people who do research can have a role.
    case unknownResearcher
    /// A study has at least one owner.
    case lastOwner
    case tooMany
    /// No study has such a code, or the code was used before, or it was restricted.
    case unknownCode, usedCode, restrictedCode
    case unknownParticipant
    /// The account takes part in this study already.
    case alreadyIn
    /// The account does not take part.
    case status(ParticipantStatus)
    /// There is a newer version of the consent.
    case outdated(current: Int)
    /// There is an answer of that day to that form.
    case answered
    /// The study does not take answers of that day, or not any more.
    case outside
    /// The study does not ask on that day; the next day on which it does, if there is one.
    case unscheduled(next: CivilDate?)
    /// The study asks at other hours.
    case closedHours([StudySchedule.Window])
    /// Answers belong to nobody, so they cannot be erased.
    case unlinked
    /// The study wrote to the addresses at these places lately.
    case writtenTo([Int])
    /// So many a day are used up; another one is allowed after so many seconds.
    case tooMuchMail(limit: Int, wait: TimeInterval)
}

/// Who may do what to a study, and which way it goes: drafted, opened, closed, archived.
package enum StudyPolicy {
    /// The most studies that an account can be a researcher of.
    package static let mostStudies = 50
    /// The most researchers of a study.
    package static let mostResearchers = 50
    /// The most codes of a study.
    package static let mostInvitations = 100_000
    /// The most codes that are made at once.
    package static let mostAtOnce = 10_000
    /// For how long an answer can come late, in seconds, such as from a device without a network.
    package static let latest: TimeInterval = 48 * 3_600
    /// The most answers whose cells are counted, the latest: some tenths of a second to open.
    package static let mostCounted = 10_000
    /// For how many days after its own an answer keeps its token: ``latest``, and a day of a clock elsewhere on Earth.
    package static let tokenDays = 4
    /// How far a device's clock may be ahead, in seconds.
    package static let clockSkew: TimeInterval = 300

    /// Checks that a role and a state allow an act.
    ///
    /// - Throws: ``StudyRefusal``.
    package static func check(
        _ act: StudyAct, by role: StudyRole?, in state: Study.State
    ) throws(StudyRefusal) {
        guard let role else { throw .unknown }
        guard acts(of: role).contains(act) else { throw .role(role) }
        guard states(for: act).contains(state) else { throw .state(state) }
    }

    /// What a role may do.
    package static func acts(of role: StudyRole) -> Set<StudyAct> {
        switch role {
        case .owner: Set(StudyAct.allCases)
        case .analyst: [.read, .seeParticipants, .seeAnswers, .leave]
        case .recruiter: [.read, .invite, .mail, .message, .seeParticipants, .leave]
        }
    }

    /// The states in which something can be done.
    package static func states(for act: StudyAct) -> Set<Study.State> {
        switch act {
        case .read, .appoint, .leave, .seeParticipants, .seeAnswers, .seePlaces, .release:
            Set(Study.State.allCases)
        case .change, .publish, .invite: [.draft, .open]
        case .open, .delete: [.draft]
        case .close, .mail: [.open]
        case .message: [.open, .closed]
        case .archive: [.closed]
        }
    }

    /// The state to which an act leads; `nil` if it leaves the state.
    package static func state(after act: StudyAct) -> Study.State? {
        switch act {
        case .open: .open
        case .close: .closed
        case .archive: .archived
        default: nil
        }
    }

    /// Checks that a study takes an answer.
    ///
    /// An answer keeps the version under which it was given: one that had to wait for a network may name an older one.
    ///
    /// - Parameters:
    ///   - draft: The answer.
    ///   - phase: How far the study is.
    ///   - joined: The day on which the author joined, where they were.
    ///   - end: Until when answers to the draft's version are taken if it is not the latest: until the next one was
    ///     published, or until the author agreed to a newer one.
    ///   - now: The present.
    /// - Throws: ``StudyRefusal``.
    package static func check(
        _ draft: StudyAnswerDraft, in phase: StudyPhase, joined: CivilDate, until end: Date? = nil,
        at now: Date
    ) throws(StudyRefusal) {
        guard phase.state == .open else { throw .state(phase.state) }
        let given = Double(draft.moment.milliseconds) / 1_000
        let age = now.timeIntervalSince1970 - given
        guard (-clockSkew...latest).contains(age), phase.settings.days.contains(draft.moment.day)
        else { throw .outside }
        let term = StudyTerm(phase.settings.days, joined: joined)
        try draft.schedule(in: phase.settings).check(draft.moment, in: term)
        let isTimely = draft.version == phase.version || end.map { given < $0.timeIntervalSince1970 } == true
        guard isTimely else { throw .outdated(current: phase.version ?? 0) }
    }
}
