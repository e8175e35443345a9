import Allergens
import Testing

@testable import Studies

@Suite struct InvitationTests {
    @Test func `a code is read however it is written, and never taken for another`() {
        #expect(InvitationCode("ac-d2 3")?.text == "ACD23")
        #expect(InvitationCode("uzsb9")?.text == "V2589")
        for written in [
            "ACD2", "ACD20", "ACDO2", "ACDI2", "ACDL2", "ACD2ß", "", String(repeating: "A", count: 17),
        ] {
            #expect(InvitationCode(written) == nil, "\(written)")
        }
    }

    @Test func `codes made by chance are read back, and use the whole alphabet`() {
        var generator = SystemRandomNumberGenerator()
        var seen: Set<Character> = []
        for length in InvitationCode.lengths {
            for _ in 0..<200 {
                let code = InvitationCode(length: length, using: &generator)
                #expect(code.text.count == length && InvitationCode(code.text) == code)
                seen.formUnion(code.text)
            }
        }
        #expect(seen == Set(InvitationCode.alphabet))
        #expect(seen.isDisjoint(with: "0O1ILBSUZ"))
    }

    private func day(_ number: Int) -> CivilDate { CivilDate(daysSinceEpoch: 20_000 + number) }

    @Test func `a status follows from what happened until a day`() {
        let invitation = StudyInvitation(
            number: 1, code: nil, pseudonym: nil, made: day(0), joined: day(2), left: day(8),
            restricted: day(5))
        let expected: [(Int, ParticipantStatus)] = [
            (0, .invited), (1, .invited), (2, .participating), (4, .participating), (5, .restricted),
            (7, .restricted), (8, .withdrawn),
        ]
        for (number, status) in expected { #expect(invitation.course.status(at: day(number)) == status) }
        #expect(invitation.status == .withdrawn)
    }

    @Test func `each week counts everybody once`() throws {
        // Day 20,000 is 4 October 2024, a Friday, so its Monday is the 30th of September.
        let invitations = [
            StudyInvitation(number: 1, code: nil, pseudonym: nil, made: day(0), joined: day(2)),
            StudyInvitation(
                number: 2, code: nil, pseudonym: nil, made: day(0), joined: day(3), left: day(12)),
            StudyInvitation(number: 3, code: nil, pseudonym: nil, made: day(4), restricted: day(10)),
        ]
        let told = StudyRetention(
            of: invitations.map(\.course), answering: [CivilDate(daysSinceEpoch: 20_003): 2], until: day(12))
        #expect(told.weeks.map(\.monday.daysSinceEpoch) == [19_996, 20_003, 20_010])
        #expect(told.weeks.map(\.answering) == [0, 2, 0])
        #expect(
            told.weeks.map(\.counts) == [
                [.participating: 1, .invited: 1], [.participating: 2, .invited: 1],
                [.participating: 1, .withdrawn: 1, .restricted: 1],
            ])
        #expect(StudyRetention(of: [], answering: nil, until: day(0)).weeks.isEmpty)
    }
}
