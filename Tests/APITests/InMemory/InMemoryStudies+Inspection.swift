import Allergens
import Foundation
import People
import Studies

/// What administrators see and change of one study.
extension InMemoryStudies {
    func inspectedStudy(_ id: Study.ID) async throws -> InspectedStudy {
        let overviews = try await studyOverviews(before: .max, limit: .max)
        guard let overview = overviews.first(where: { $0.id == id }) else { throw StudyRefusal.unknown }
        let held = try inspected(id)
        let accounts = held.roles.sorted { $0.key.rawValue < $1.key.rawValue }
        return InspectedStudy(
            overview: overview,
            researchers: Dictionary(grouping: accounts) { $0.value }.mapValues { entries in
                entries.map { Account(id: $0.key, name: "account \($0.key.rawValue)") }
            },
            labels: StudyLabelCount.count(held.invitations.compactMap(\.label)))
    }

    func inspectedInvitations(
        of id: Study.ID, matching filter: StudyInvitationFilter, after last: Int64, limit: Int
    ) async throws -> [StudyInvitation] {
        let all = try inspected(id).invitations
        return Array(all.filter { $0.number > last && filter.holds($0) }.prefix(limit))
    }

    func setRestriction(
        _ isRestricted: Bool, of number: Int64, in id: Study.ID, at now: Date
    ) async throws {
        let held = try inspected(id)
        guard StudyPolicy.states(for: .invite).contains(held.study.state)
        else { throw StudyRefusal.state(held.study.state) }
        guard let former = held.invitations.first(where: { $0.number == number })
        else { throw StudyRefusal.unknownParticipant }
        let day = former.restricted ?? CivilDate(at: now, in: .gmt)
        replace(id) {
            $0.invitations[Int(number) - 1] = StudyInvitation(
                number: number, code: former.code, pseudonym: former.pseudonym, made: former.made,
                joined: former.joined, restricted: isRestricted ? day : nil, label: former.label)
        }
    }

    private func inspected(_ id: Study.ID) throws -> Held {
        guard let found = held.value.first(where: { $0.study.id == id }) else { throw StudyRefusal.unknown }
        return found
    }
}
