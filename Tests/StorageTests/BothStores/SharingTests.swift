import Alerts
import Foundation
import People
import SampleTesting
import Sealing
import Sharing
import Testing

@testable import Storage

extension SharedLinkAnswer {
    fileprivate var content: (files: [SharedFile], ticket: String)? {
        guard case .opened(let files, let ticket) = self else { return nil }
        return (files, ticket)
    }

    fileprivate var isOpened: Bool { content != nil }

    fileprivate var isWrong: Bool {
        guard case .wrongPasscode = self else { return false }
        return true
    }

    fileprivate var isUnknown: Bool {
        guard case .unknown = self else { return false }
        return true
    }
}

extension BothStoresTests {
    @Suite struct SharingTests {
        private func draft(
            _ label: String = "Spring", passcode: String? = nil, for purpose: SharedLink.Purpose = .diary
        ) -> SharedLinkDraft {
            SharedLinkDraft(
                for: purpose, label: label, passcode: passcode, expires: noon + 86_400,
                files: [SharedFile(.fhir, "eyJ1"), SharedFile(.healthCard, "eyJ2")])
        }

        private func open(
            _ store: any RowStore, _ secret: String, _ passcode: String? = nil, at now: Date = noon
        ) async throws -> SharedLinkAnswer {
            try await store.openLink(secret, by: "Dr. Weber", passcode: passcode, at: now)
        }

        /// What notices tell an account, oldest first.
        private func notices(_ store: any RowStore, of account: Account.ID) async throws -> [Notice.Matter] {
            try await store.readRows { [keys = store.keys] runner in
                try runner.rows(
                    "SELECT sealed FROM notice WHERE account = \(account.rawValue) ORDER BY number"
                ).map { row in
                    let bytes = try keys.open(
                        row["sealed"], field: NoticeRow.field, of: .number(account.rawValue))
                    return try JSONDecoder().decode(Notice.Matter.self, from: bytes)
                }
            }
        }

        @Test(arguments: StoreKind.tested)
        func `whoever opens a link gets its files, and its owner sees who did`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account("anna"))
            let ben = try await opened.account("ben")
            let made = try #require(
                try await store.share(draft(), opening: "secret", of: anna, at: noon))
            #expect(made.label == "Spring" && !made.hasPasscode && made.state == .open)
            let (files, ticket) = try #require(try await open(store, "secret", at: noon + 60).content)
            #expect(files == draft().files)
            let second = try await store.sharedFile(1, of: "secret", with: ticket, at: noon + 120)
            #expect(second == files[1])
            #expect(try await store.sharedFile(2, of: "secret", with: ticket, at: noon + 120) == nil)
            #expect(try await store.sharedFile(1, of: "secret", with: "1.x", at: noon + 120) == nil)
            let later = noon + 60 + SharedLink.ticketLife
            #expect(try await store.sharedFile(1, of: "secret", with: ticket, at: later) == nil)
            let link = try #require(try await store.sharedLinks(of: anna, at: noon + 120).first)
            let opening = SharedLink.Opening(at: noon + 60, recipient: "Dr. Weber", outcome: .opened)
            #expect(link.openings == [opening])
            #expect(try await store.sharedLinks(of: ben, at: noon).isEmpty)
            #expect(
                try await notices(store, of: anna)
                    == [.linkOpened(label: "Spring", recipient: "Dr. Weber")])
        }

        @Test(arguments: StoreKind.tested)
        func `a link is locked by wrong passcodes, however many try at the same time`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            _ = try await store.share(draft(passcode: "1234"), opening: "secret", of: anna, at: noon)
            #expect(try await open(store, "secret", "1234").isOpened)
            let wrong = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<2 * SharedLink.attempts {
                    group.addTask { try await open(store, "secret", "4321").isWrong }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(wrong == SharedLink.attempts)
            #expect(try await open(store, "secret", "1234").isUnknown)
            let link = try #require(try await store.sharedLinks(of: anna, at: noon).first)
            #expect(link.state == .locked && link.attemptsLeft == 0)
            #expect(link.openings.count == 1 + SharedLink.attempts)
            #expect(try await opened.count("sharedFile") == 0)
            #expect(try await notices(store, of: anna).last == .linkLocked(label: "Spring"))
        }

        @Test(arguments: StoreKind.tested)
        func `a link that is closed, expired or unknown does not open`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account("anna"))
            let ben = try await opened.account("ben")
            let made = try #require(
                try await store.share(draft(), opening: "secret", of: anna, at: noon))
            for (secret, moment) in [("another", noon), ("secret", noon + 86_400)] {
                #expect(try await open(store, secret, at: moment).isUnknown)
            }
            #expect(try await !store.closeLink(made.id, of: ben, at: noon))
            #expect(try await store.closeLink(made.id, of: anna, at: noon))
            #expect(try await open(store, "secret").isUnknown)
            #expect(try await store.sharedLinks(of: anna, at: noon).map(\.state) == [.closed])
            #expect(try await opened.count("sharedFile") == 0)
            #expect(try await notices(store, of: anna).isEmpty)
        }

        @Test(arguments: StoreKind.tested)
        func `an account has so many open links at a time, and no more`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            var made: [SharedLink] = []
            for number in 0..<SharedLink.limit {
                let link = try await store.share(
                    draft("\(number)"), opening: "secret \(number)", of: anna, at: noon)
                made.append(try #require(link))
            }
            #expect(try await store.share(draft(), opening: "more", of: anna, at: noon) == nil)
            #expect(try await store.closeLink(made[0].id, of: anna, at: noon))
            #expect(try await store.share(draft(), opening: "more", of: anna, at: noon) != nil)
            let labels = try await store.sharedLinks(of: anna, at: noon).map(\.label)
            #expect(labels == ["Spring"] + made.reversed().map(\.label))
        }

        @Test(arguments: StoreKind.tested)
        func `the links of a diary are deleted with the notices, those of help stay`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            _ = try await store.share(draft(), opening: "one", of: anna, at: noon)
            _ = try await store.share(draft("Plan", for: .help), opening: "two", of: anna, at: noon)
            _ = try await open(store, "one")
            try await store.removeSharedLinks(of: anna)
            #expect(try await store.sharedLinks(of: anna, at: noon).map(\.label) == ["Plan"])
            #expect(try await opened.count("sharedOpening") == 0)
            #expect(try await notices(store, of: anna).isEmpty)
        }

        @Test(arguments: StoreKind.tested)
        func `a notice has a line for each active channel of its reader`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            try await store.writeRows(locking: .nothing) { runner in
                for (id, state) in [("one", "active"), ("two", "parked"), ("three", "active")] {
                    try runner.run(
                        """
                        INSERT INTO channel (id, account, kind, key, target, rhythm, state, created)
                        VALUES (
                            \(id), \(anna.rawValue), 'push', \(Data(id.utf8)), \(Data(id.utf8)), 'single',
                            \(state), 0)
                        """)
                }
            }
            _ = try await store.share(draft(), opening: "secret", of: anna, at: noon)
            _ = try await open(store, "secret")
            let lines = try await store.readRows { runner in
                try runner.rows(
                    """
                    SELECT channel.id, sending.due FROM noticeSending AS sending
                    JOIN channel ON channel.number = sending.channel ORDER BY sending.number
                    """
                ).map { (try $0["id"] as String, try $0["due"] as Int64?) }
            }
            #expect(lines.map(\.0) == ["one", "three"])
            #expect(lines.allSatisfy { $0.1 == Int64(noon.timeIntervalSince1970) })
        }
    }
}
