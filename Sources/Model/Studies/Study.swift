package import Allergens
package import Foundation

/// A study of researchers: what it asks, from when until when, and how answers are kept.
package struct Study: Hashable, Sendable, Identifiable {
    package struct ID: RawRepresentable, Hashable, Sendable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }
    }

    /// How far it has come; a state is never left backwards.
    package enum State: String, CaseIterable, Sendable, Codable {
        /// Only its researchers see it.
        case draft
        /// People can join and answer.
        case open
        /// No more answers are taken.
        case closed
        /// It is only kept.
        case archived
    }

    /// How answers belong to people; the consent has to say it.
    package enum Mode: String, CaseIterable, Sendable, Codable {
        /// Answers are under a pseudonym, and can be erased when somebody withdraws.
        case linked
        /// Answers belong to nobody: a token of person and day lets each answer once a day, under a key that is
        /// destroyed when the study is closed.
        case unlinked
    }

    package let id: ID
    package let state: State
    package let settings: StudySettings
    /// What will be the next version.
    package let draft: StudyContent
    /// What is published, if anything is.
    package let current: StudyVersion?
    package let created: Date

    package init(
        id: ID, state: State, settings: StudySettings, draft: StudyContent, current: StudyVersion?,
        created: Date
    ) {
        (self.id, self.state, self.settings) = (id, state, settings)
        (self.draft, self.current, self.created) = (draft, current, created)
    }

    package var phase: StudyPhase {
        StudyPhase(state: state, settings: settings, version: current?.number)
    }
}

/// Some of the studies that are open, the oldest first.
package struct StudyPage: Sendable {
    package let studies: [Study]
    /// After which number the next page begins; `nil` on the last.
    package let next: Int64?

    package init(_ studies: [Study], next: Int64?) { (self.studies, self.next) = (studies, next) }
}

/// How many answers a study has of a day.
package struct StudyDay: Hashable, Sendable {
    package let day: CivilDate
    /// `nil` where answers belong to nobody and there are fewer than ``StudySettings/k``.
    package let answers: Int?

    package init(_ day: CivilDate, answers: Int?) { (self.day, self.answers) = (day, answers) }
}

/// How far a study is, without its words.
package struct StudyPhase: Hashable, Sendable {
    package let state: Study.State
    package let settings: StudySettings
    /// The latest version, if anything is published.
    package let version: Int?

    package init(state: Study.State, settings: StudySettings, version: Int?) {
        (self.state, self.settings, self.version) = (state, settings, version)
    }
}

/// How a study is run.
package struct StudySettings: Hashable, Sendable {
    /// What ``k`` may be.
    package static let groups = 5...20
    /// The most people that a study can aim at.
    package static let targets = 1...1_000_000
    package let mode: Study.Mode
    /// Where answers belong to nobody, researchers see those of a day once there are so many; in ``groups``.
    ///
    /// Where answers are under a pseudonym, researchers see each of them.
    package let k: Int
    /// How many people are wanted, if that is said.
    package let target: Int?
    /// The first and last day on which people answer.
    package let days: ClosedRange<CivilDate>
    /// On which of these days they answer the main form, and when.
    package var schedule = StudySchedule.daily
    /// When everybody may read how often each answer was given.
    package var results = StudyResultsRelease.never
    /// Where people are looked for, if that is said.
    package var region: StudyRegion?
    /// When people who take part are reminded; `nil` if they are not.
    package let reminders: StudyReminders?

    /// Makes settings; `nil` if a number is outside of its range.
    package init?(
        mode: Study.Mode, k: Int, target: Int?, days: ClosedRange<CivilDate>,
        reminders: StudyReminders? = nil
    ) {
        guard Self.groups.contains(k), target.map(Self.targets.contains) ?? true else { return nil }
        (self.mode, self.k, self.target, self.days) = (mode, k, target, days)
        self.reminders = reminders
    }
}
