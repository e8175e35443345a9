import Allergens
import Foundation
import People
import SampleTesting
import Testing

@testable import Storage

extension BothStoresTests {
    /// Logins, and what is counted about attempts to sign in.
    @Suite struct LoginTests {
        private let identity = ForeignIdentity(provider: "clinic", subject: "4711")
        private let hash = "$scrypt$ln=1$one"

        private func link(
            _ id: String, of account: Account.ID?, for purpose: OneTimeLink.Purpose, ends: Date
        ) -> OneTimeLink {
            OneTimeLink(
                id: id, hash: Data(count: 32), purpose: purpose, account: account,
                content: Data("content of \(id)".utf8), ends: ends)
        }

        @Test(arguments: StoreKind.tested)
        func `an account is opened with all that is given, and found by each of it`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let logins = RowLoginStore(store: opened.store)
            let birth = try #require(CivilDate("1990-05-04"))
            let account = try await logins.open(
                NewAccount(
                    name: "Anna", address: "Anna@example.org", isVerified: true, password: hash, birth: birth,
                    identity: identity, consents: [Consent.Agreement(to: .warnings)]), at: noon)
            let found = [
                try await logins.login(of: account.id), try await logins.login(named: "ANNA"),
                try await logins.login(address: "anna@EXAMPLE.org"),
                try await logins.login(identity: identity),
            ]
            for login in found {
                let login = try #require(login)
                #expect(login.account.id == account.id && login.account.name == "Anna")
                #expect(login.address == "Anna@example.org" && login.verified == noon)
                #expect(login.password == hash && login.birth == birth && login.picture == nil)
            }
            #expect(try await opened.store.hasConsent(to: .warnings, of: account.id))
            let linked = try await logins.identities(of: account.id)
            #expect(linked == [LinkedIdentity(provider: "clinic", created: noon)])
            #expect(try await logins.login(named: "ben")?.account.id == nil)
            #expect(try await logins.login(address: "ben@example.org")?.account.id == nil)
        }

        @Test(arguments: StoreKind.tested)
        func `of names, addresses and identities each belongs to one account`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let logins = RowLoginStore(store: opened.store)
            _ = try await logins.open(
                NewAccount(name: "anna", address: "anna@example.org", identity: identity), at: noon)
            let refused: [(NewAccount, AccountRefusal)] = [
                (NewAccount(name: "ANNA"), .nameTaken),
                (NewAccount(name: "ben", address: "ANNA@example.org"), .addressTaken),
                (NewAccount(name: "ben", identity: identity), .identityTaken),
            ]
            for (new, refusal) in refused {
                await #expect(throws: refusal) { try await logins.open(new, at: noon) }
            }
            #expect(try await opened.count("account") == 1)
            let ben = try await opened.account("ben")
            await #expect(throws: AccountRefusal.nameTaken) {
                try await logins.change(ben, name: "Anna", birth: nil, picture: nil)
            }
            await #expect(throws: AccountRefusal.addressTaken) {
                try await logins.set(address: "Anna@example.org", isVerified: true, of: ben, at: noon)
            }
            await #expect(throws: AccountRefusal.identityTaken) {
                try await logins.link(identity, with: ben, at: noon)
            }
            try await logins.change(ben, name: "BEN", birth: nil, picture: "birch")
            let login = try #require(try await logins.login(of: ben))
            #expect(login.account.name == "BEN" && login.picture == .drawn("birch"))
            #expect(login.address == nil)
        }

        @Test(arguments: StoreKind.tested)
        func `of many who take an address at the same time, one gets it`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let logins = RowLoginStore(store: opened.store)
            let taken = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<6 {
                    group.addTask {
                        do {
                            _ = try await logins.open(
                                NewAccount(name: "anna\(number)", address: "anna@example.org"), at: noon)
                            return true
                        } catch AccountRefusal.addressTaken {
                            return false
                        }
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(taken == 1)
            #expect(try await opened.count("login") == 1)
        }

        @Test(arguments: StoreKind.tested)
        func `the last way in is not unlinked`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let logins = RowLoginStore(store: opened.store)
            let anna = try await logins.open(NewAccount(name: "anna", identity: identity), at: noon).id
            await #expect(throws: AccountRefusal.lastWayIn) {
                try await logins.unlink("clinic", from: anna, at: noon)
            }
            #expect(try await logins.identities(of: anna).count == 1)
            try await logins.set(password: hash, of: anna, sparing: nil, byLink: false, at: noon)
            #expect(try await logins.unlink("clinic", from: anna, at: noon))
            #expect(try await !logins.unlink("clinic", from: anna, at: noon))
        }

        @Test(arguments: StoreKind.tested)
        func `an address is verified when its owner first proves that it is theirs`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let logins = RowLoginStore(store: opened.store)
            let anna = try await opened.account()
            try await logins.noteVerified(anna, at: noon)
            #expect(try await logins.login(of: anna)?.verified == nil)
            try await logins.set(address: "anna@example.org", isVerified: false, of: anna, at: noon)
            let unproved = try #require(try await logins.login(address: "anna@example.org"))
            #expect(unproved.account.id == anna && unproved.verified == nil)
            for seconds in [60, 120] as [Double] {
                try await logins.noteVerified(anna, at: noon + seconds)
            }
            #expect(try await logins.login(of: anna)?.verified == noon + 60)
        }

        @Test(arguments: StoreKind.tested)
        func `a hash is renewed only while the password is the same`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let logins = RowLoginStore(store: opened.store)
            let anna = try await logins.open(NewAccount(name: "anna", password: hash), at: noon).id
            let (second, third) = ("$scrypt$ln=2$two", "$scrypt$ln=2$three")
            try await logins.renew(password: "$scrypt$other", to: third, of: anna)
            #expect(try await logins.login(of: anna)?.password == hash)
            try await logins.renew(password: hash, to: second, of: anna)
            #expect(try await logins.login(of: anna)?.password == second)
            let nobody = Account.ID(rawValue: anna.rawValue + 100)
            await #expect(throws: AccountRefusal.unknownAccount) {
                try await logins.set(password: third, of: nobody, sparing: nil, byLink: true, at: noon)
            }
        }

        @Test(arguments: StoreKind.tested)
        func `a link works once, until it ends, and a new one ends the oldest`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let logins = RowLoginStore(store: opened.store)
            let anna = try await opened.account()
            for number in 0...RowLoginStore.linkLimit {
                let ends = noon + Double(60 + number)
                try await logins.add(
                    link("\(number)", of: anna, for: .reset, ends: ends), by: .owner, at: noon)
            }
            try await logins.add(
                link("open", of: nil, for: .signUp, ends: noon + 60), by: .owner, at: noon)
            #expect(try await logins.link("0", at: noon)?.id == nil)
            let found = try #require(try await logins.link("1", at: noon))
            #expect(found.account == anna && found.purpose == .reset && found.ends == noon + 61)
            #expect(found.content == Data("content of 1".utf8))
            #expect(try await logins.link("1", at: noon + 61)?.id == nil)
            let open = try #require(try await logins.link("open", at: noon))
            #expect(open.account == nil && open.purpose == .signUp)
            #expect(try await logins.use("1"))
            #expect(try await !logins.use("1"))
            #expect(try await logins.link("1", at: noon)?.id == nil)
            let acts = try await opened.store.audit(of: anna, limit: 10).map(\.act)
            #expect(acts == Array(repeating: .linkAsked, count: RowLoginStore.linkLimit + 1))
        }

        @Test(arguments: StoreKind.tested)
        func `failures are counted by name until a success, and forgotten after a day`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let logins = RowLoginStore(store: opened.store)
            let anna = try await opened.account()
            for _ in 0..<2 {
                try await logins.noteFailure(of: ["anna"], and: ["here"], account: anna, at: noon)
            }
            func failures() async throws -> [String: Int] {
                try await logins.signInRecords(of: ["anna", "here", "ben"]).mapValues(\.failures)
            }
            #expect(try await failures() == ["anna": 2, "here": 2])
            try await logins.noteSuccess(of: ["anna"], account: anna, at: noon + 60)
            #expect(try await failures() == ["anna": 0, "here": 2])
            let record = try #require(try await logins.signInRecords(of: ["anna"])["anna"])
            #expect(record.lastSuccess == noon + 60)
            try await logins.noteFailure(
                of: [], and: ["here"], account: nil, at: noon + SignInRecord.memory + 1)
            #expect(try await failures() == ["anna": 0, "here": 1])
            let acts = try await opened.store.audit(of: anna, limit: 10).map(\.act)
            #expect(acts == [.signInRefused, .signInRefused])
        }

        @Test(arguments: StoreKind.tested)
        func `a picture of one's own stands in place of a drawn one`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let logins = RowLoginStore(store: opened.store)
            let anna = try await logins.open(NewAccount(name: "anna"), at: noon).id
            #expect(try await logins.portrait(of: anna) == nil)
            for (bytes, tag) in [([1, 2, 3], "one"), ([4], "two")] as [([UInt8], String)] {
                try await logins.set(portrait: Data(bytes), tag: tag, of: anna)
                #expect(try await logins.portrait(of: anna) == Data(bytes))
                #expect(try await logins.login(of: anna)?.picture == .own(tag: tag))
            }
            try await logins.set(portrait: nil, tag: "", of: anna)
            #expect(try await logins.portrait(of: anna) == nil)
            #expect(try await logins.login(of: anna)?.picture == nil)
        }
    }
}
