import Foundation
import People
import Sharing

@testable import API

/// The shared links of some accounts, with the secrets that open them.
struct InMemorySharedLinks: SharedLinkStore {
    struct Kept {
        let account: Account.ID
        let secret: String
        let draft: SharedLinkDraft
        let link: SharedLink
    }

    let kept = Guarded<[Kept]>([])

    func sharedLinks(of account: Account.ID, at now: Date) async throws -> [SharedLink] {
        kept.value.filter { $0.account == account }.map(\.link)
    }

    func share(
        _ draft: SharedLinkDraft, opening secret: String, of account: Account.ID, at now: Date
    ) async throws -> SharedLink? {
        let link = SharedLink(
            id: SharedLink.ID(rawValue: UUID().uuidString), purpose: draft.purpose, label: draft.label,
            hasPasscode: draft.passcode != nil, made: now, expires: draft.expires, state: .open,
            attemptsLeft: SharedLink.attempts, openings: [])
        kept.change { $0.append(Kept(account: account, secret: secret, draft: draft, link: link)) }
        return link
    }

    func closeLink(_ id: SharedLink.ID, of account: Account.ID, at now: Date) async throws -> Bool {
        kept.value.contains { $0.link.id == id && $0.account == account }
    }

    func openLink(
        _ secret: String, by recipient: String, passcode: String?, at now: Date
    ) async throws -> SharedLinkAnswer {
        guard let found = kept.value.first(where: { $0.secret == secret }) else { return .unknown }
        guard found.draft.passcode == nil || found.draft.passcode == passcode
        else { return .wrongPasscode(left: SharedLink.attempts - 1) }
        return .opened(found.draft.files, ticket: "1.x")
    }

    func sharedFile(
        _ position: Int, of secret: String, with ticket: String, at now: Date
    ) async throws -> SharedFile? {
        kept.value.first { $0.secret == secret }?.draft.files[position]
    }
}
