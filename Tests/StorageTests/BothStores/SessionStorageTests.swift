import Alerts
import Foundation
import People
import SampleTesting
import Testing

@testable import Storage

extension BothStoresTests {
    /// Sessions, and the tokens of accounts.
    @Suite struct SessionStorageTests {
        private func session(
            _ id: String, of account: Account.ID, used: Date = noon, device: String = "Firefox"
        ) -> StoredSession {
            StoredSession(
                session: Session(
                    id: Session.ID(rawValue: id), account: account, kind: .token, scopes: [.read],
                    device: device, created: noon, lastUsed: used, ends: used + Session.idle),
                hash: Data(repeating: 1, count: 32), renewed: noon, seed: Data(repeating: 2, count: 32))
        }

        private func token(_ id: String, of account: Account.ID, ends: Date? = nil) -> Credential {
            Credential(
                id: id, hash: Data(repeating: 3, count: 32), principal: .account(account), scopes: [.read],
                ends: ends)
        }

        @Test(arguments: StoreKind.tested)
        func `a session is read back as it was, with the roles of its account`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            let moderator = try #require(Role(.moderator))
            try await store.grant(moderator, to: anna, at: noon)
            let added = session("one", of: anna)
            try await store.add(added)
            let found = try #require(try await store.session("one"))
            #expect(found.session.id == added.session.id && found.session.account == anna)
            #expect(found.session.kind == .token && found.session.scopes == [.read])
            #expect(found.session.device == "Firefox" && found.session.created == noon)
            #expect(found.session.lastUsed == noon && found.session.ends == noon + Session.idle)
            #expect(found.hash == added.hash && found.formerHash == nil && found.seed == added.seed)
            #expect(found.renewed == noon && found.roles == [moderator])
            #expect(try await store.session("ONE")?.hash == nil)
            try await store.setSuspended(true, anna, by: .command, at: noon)
            #expect(try await store.session("one")?.hash == nil)
        }

        @Test(arguments: StoreKind.tested)
        func `a secret is renewed once, of whatever is tried at the same time`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            let added = session("one", of: anna)
            try await store.add(added)
            let renewed = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<5 {
                    let next = Data(repeating: UInt8(10 + number), count: 32)
                    group.addTask {
                        try await store.renew(
                            added.session.id, from: added.hash, to: next, at: noon + 60)
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(renewed == 1)
            let found = try #require(try await store.session("one"))
            #expect(found.formerHash == added.hash && found.hash != added.hash)
            #expect(found.renewed == noon + 60)
        }

        @Test(arguments: StoreKind.tested)
        func `sessions end one by one or all but one, which is recorded`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account("anna"))
            let ben = try await opened.account("ben")
            for (place, id) in ["one", "two", "three", "four"].enumerated() {
                try await store.add(session(id, of: anna, used: noon + Double(place), device: id))
            }
            try await store.add(session("other", of: ben))
            func ids() async throws -> [String] {
                try await store.sessions(of: anna, at: noon).map(\.id.rawValue)
            }
            #expect(try await ids() == ["four", "three", "two", "one"])
            #expect(try await !store.end(Session.ID(rawValue: "one"), of: ben, at: noon))
            #expect(try await store.end(Session.ID(rawValue: "one"), of: anna, at: noon))
            try await store.end(Session.ID(rawValue: "two"), at: noon)
            #expect(try await ids() == ["four", "three"])
            let count = try await store.endSessions(
                of: anna, sparing: Session.ID(rawValue: "three"), at: noon)
            #expect(count == 1)
            #expect(try await ids() == ["three"])
            #expect(try await store.sessions(of: ben, at: noon).count == 1)
            let acts = try await store.audit(of: anna, limit: 3)
            #expect(acts.map(\.act) == [.signedOut, .signedOut, .signedOut])
            #expect(acts.map(\.object) == ["four", "two", "one"])
        }

        @Test(arguments: StoreKind.tested)
        func `the end of a session or token ends the streams of its account, and of no other`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account("anna"))
            let ben = try await opened.account("ben")
            for id in ["one", "two", "three"] { try await store.add(session(id, of: anna)) }
            try await store.add(session("other", of: ben))
            try await store.addToken(token("token", of: anna), label: nil, at: noon)
            let heard = Observed()
            (store as? SQLiteStore)?.observe(heard)
            (store as? PostgreSQLStore)?.observe(heard)
            let ending = CommittedChanges(accounts: [anna])
            #expect(try await store.end(Session.ID(rawValue: "one"), of: anna, at: noon))
            #expect(heard.all == [ending])
            try await store.end(Session.ID(rawValue: "two"), at: noon)
            #expect(heard.all == [ending, ending])
            #expect(try await store.endSessions(of: anna, sparing: nil, at: noon) == 1)
            #expect(heard.all == [ending, ending, ending])
            #expect(try await store.endToken("token", of: anna, at: noon))
            #expect(heard.all == [ending, ending, ending, ending])
            #expect(try await !store.end(Session.ID(rawValue: "other"), of: anna, at: noon))
            #expect(try await store.endSessions(of: anna, sparing: nil, at: noon) == 0)
            #expect(try await !store.endToken("token", of: anna, at: noon))
            #expect(heard.all.count == 4)
        }

        @Test(arguments: StoreKind.tested)
        func `one session too many ends the one that was unused for longest`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            let heard = Observed()
            (store as? SQLiteStore)?.observe(heard)
            (store as? PostgreSQLStore)?.observe(heard)
            for number in 0...Session.limit {
                #expect(heard.all.isEmpty)
                try await store.add(session("\(number)", of: anna, used: noon + Double(number)))
            }
            #expect(heard.all == [CommittedChanges(accounts: [anna])], "its streams end")
            let ids = try await store.sessions(of: anna, at: noon).map(\.id.rawValue)
            #expect(ids == (1...Session.limit).reversed().map { "\($0)" })
        }

        @Test(arguments: StoreKind.tested)
        func `a session lives on with its use, but not for ever`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            try await store.add(session("one", of: anna))
            try await store.addToken(token("token", of: anna), label: "phone", at: noon)
            try await store.noteVisits(["one": noon + 60, "token": noon + 60, "none": noon + 60])
            let used = try #require(try await store.session("one")).session
            #expect(used.lastUsed == noon + 60 && used.ends == noon + 60 + Session.idle)
            #expect(try await store.expiry(of: "one") == used.ends)
            #expect(try await store.tokens(of: anna, at: noon).map(\.lastUsed) == [noon + 60])
            try await store.noteVisits(["one": noon + Session.longest - 60, "token": noon + 30])
            let last = try #require(try await store.session("one")).session
            #expect(last.ends == noon + Session.longest)
            #expect(try await store.tokens(of: anna, at: noon).map(\.lastUsed) == [noon + 60])
            try await store.forgetSignIns(at: noon + Session.longest - 1)
            #expect(try await opened.count("session") == 1)
            try await store.forgetSignIns(at: noon + Session.longest)
            #expect(try await opened.count("session") == 0)
            #expect(try await store.expiry(of: "one") == nil)
            #expect(try await store.expiry(of: "token") == .distantFuture, "it has no end")
            try await store.addToken(token("short", of: anna, ends: noon + 60), label: nil, at: noon)
            #expect(try await store.expiry(of: "short") == noon + 60)
            #expect(try await store.endToken("short", of: anna, at: noon))
            #expect(try await store.expiry(of: "short") == nil)
        }

        @Test(arguments: StoreKind.tested)
        func `tokens are listed with their labels until they end or are revoked`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account("anna"))
            let ben = try await opened.account("ben")
            try await store.addToken(token("one", of: anna, ends: noon + 60), label: "phone", at: noon)
            try await store.addToken(token("two", of: anna), label: nil, at: noon + 1)
            let tokens = try await store.tokens(of: anna, at: noon + 1)
            #expect(tokens.map(\.id) == ["two", "one"] && tokens.map(\.label) == [nil, "phone"])
            #expect(tokens.map(\.ends) == [nil, noon + 60] && tokens.map(\.scopes) == [[.read], [.read]])
            #expect(try await store.tokens(of: anna, at: noon + 60).map(\.id) == ["two"])
            #expect(try await !store.endToken("two", of: ben, at: noon))
            #expect(try await store.endToken("two", of: anna, at: noon))
            #expect(try await store.credential("two")?.id == nil)
            try await store.forgetSignIns(at: noon + 60)
            #expect(try await opened.count("credential") == 0)
            for number in 0..<AccountToken.limit {
                try await store.addToken(token("\(number)", of: anna), label: nil, at: noon)
            }
            await #expect(throws: AccountRefusal.tooManyTokens(limit: AccountToken.limit)) {
                try await store.addToken(token("more", of: anna), label: nil, at: noon)
            }
            #expect(try await opened.count("credential") == AccountToken.limit)
        }
    }
}
