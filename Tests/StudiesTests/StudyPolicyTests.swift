import Allergens
import Forms
import Foundation
import Geography
import Testing

@testable import Studies

@Suite struct StudyPolicyTests {
    private static let now = Date(timeIntervalSince1970: 1_790_000_000)
    private static let joined = CivilDate(daysSinceEpoch: 20_700)

    private static func study(
        _ state: Study.State, version: Int = 2, days: ClosedRange<Int> = 20_700...20_800
    ) throws -> Study {
        let range =
            CivilDate(daysSinceEpoch: days.lowerBound)...CivilDate(daysSinceEpoch: days.upperBound)
        let content = StudyContent(
            title: ["en": "Hay fever"], purpose: ["en": "To learn"], contact: ["en": "Dr. Weber"],
            consent: ["en": "I agree"], form: ShippedForm.hayFeverDay.form.definition)
        return Study(
            id: Study.ID(rawValue: "s"), state: state,
            settings: try #require(StudySettings(mode: .linked, k: 5, target: nil, days: range)),
            draft: content,
            current: StudyVersion(number: version, content: content, published: now), created: now)
    }

    /// What each role may do, written out.
    @Test(arguments: [
        (
            StudyRole.owner,
            """
            appoint archive change close delete invite leave mail message open publish read release \
            seeAnswers seeParticipants seePlaces
            """
        ),
        (.analyst, "leave read seeAnswers seeParticipants"),
        (.recruiter, "invite leave mail message read seeParticipants"),
    ])
    func `a role allows its acts and no others`(role: StudyRole, acts: String) {
        let allowed = StudyAct.allCases.filter { act in
            Study.State.allCases.contains { (try? StudyPolicy.check(act, by: role, in: $0)) != nil }
        }
        #expect(allowed.map(\.rawValue).sorted().joined(separator: " ") == acts)
    }

    @Test func `who has no role learns nothing`() {
        for act in StudyAct.allCases {
            #expect(throws: StudyRefusal.unknown) { try StudyPolicy.check(act, by: nil, in: .open) }
        }
    }

    @Test func `a study goes one way, step by step`() {
        var steps: [String] = []
        for state in Study.State.allCases {
            for act in StudyAct.allCases {
                guard let next = StudyPolicy.state(after: act),
                    (try? StudyPolicy.check(act, by: .owner, in: state)) != nil
                else { continue }
                steps.append("\(state) \(next)")
            }
        }
        #expect(steps == ["draft open", "open closed", "closed archived"])
    }

    @Test func `nothing is changed, published or made after the end`() {
        for act in [StudyAct.change, .publish, .invite] {
            for state in [Study.State.closed, .archived] {
                #expect(throws: StudyRefusal.state(state)) {
                    try StudyPolicy.check(act, by: .owner, in: state)
                }
            }
        }
    }

    /// Seconds before the present, and whether an answer of then is taken.
    @Test(arguments: [
        (0, true), (48 * 3_600, true), (48 * 3_600 + 1, false), (-300, true), (-301, false),
    ])
    func `an answer comes in time`(age: Int, isTaken: Bool) throws {
        let moment = try #require(
            FormMoment(milliseconds: (1_790_000_000 - age) * 1_000, offset: 120))
        let draft = StudyAnswerDraft(version: 2, moment: moment, place: nil, answers: FormAnswers())
        let study = try Self.study(.open)
        if isTaken {
            try StudyPolicy.check(draft, in: study.phase, joined: Self.joined, at: Self.now)
        } else {
            #expect(throws: StudyRefusal.outside) {
                try StudyPolicy.check(draft, in: study.phase, joined: Self.joined, at: Self.now)
            }
        }
    }

    @Test func `an answer is of a day of the study, to its current version, while it is open`() throws {
        let moment = try #require(FormMoment(milliseconds: 1_790_000_000_000, offset: 0))
        let day = moment.day.daysSinceEpoch
        let draft = StudyAnswerDraft(version: 2, moment: moment, place: nil, answers: FormAnswers())
        try StudyPolicy.check(
            draft, in: Self.study(.open, days: day...day).phase, joined: Self.joined, at: Self.now)
        for days in [(day - 9)...(day - 1), (day + 1)...(day + 9)] {
            #expect(throws: StudyRefusal.outside) {
                try StudyPolicy.check(
                    draft, in: Self.study(.open, days: days).phase, joined: Self.joined, at: Self.now)
            }
        }
        #expect(throws: StudyRefusal.outdated(current: 3)) {
            try StudyPolicy.check(
                draft, in: Self.study(.open, version: 3).phase, joined: Self.joined, at: Self.now)
        }
        let newer = try Self.study(.open, version: 3).phase
        try StudyPolicy.check(draft, in: newer, joined: Self.joined, until: Self.now + 1, at: Self.now)
        #expect(throws: StudyRefusal.outdated(current: 3)) {
            try StudyPolicy.check(draft, in: newer, joined: Self.joined, until: Self.now, at: Self.now)
        }
        #expect(throws: StudyRefusal.state(.closed)) {
            try StudyPolicy.check(draft, in: Self.study(.closed).phase, joined: Self.joined, at: Self.now)
        }
    }

    @Test func `what is published has each text in each language of its title`() throws {
        var content = try Self.study(.draft).draft
        #expect(content.missing.isEmpty)
        content.title["fr"] = "Rhume des foins"
        #expect(content.missing == [.purpose, .contact, .consent])
        content.form = nil
        content.title = [:]
        #expect(content.missing == StudyContent.Part.allCases)
    }

    @Test func `settings stay within their ranges`() throws {
        let day = CivilDate(daysSinceEpoch: 20_700)
        for (k, target, isSound) in [
            (5, nil as Int?, true), (20, 1, true), (4, nil, false), (21, nil, false), (5, 0, false),
            (5, 1_000_001, false),
        ] {
            let made = StudySettings(mode: .unlinked, k: k, target: target, days: day...day)
            #expect((made != nil) == isSound, "\(k) \(String(describing: target))")
        }
    }
}
