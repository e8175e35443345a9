import Foundation
import Observations
import People
import SampleTesting
import Testing

@testable import Storage

extension OpenedRows {
    /// Stores a station by its identifier alone.
    func addStation(_ id: String) async throws {
        try await store.writeRows(locking: .nothing) { runner in
            try runner.run(
                """
                INSERT INTO station (id, name, longitude, latitude, timeZone, isSimulated)
                VALUES (\(id), \(id), 7.5, 47.5, 'Europe/Zurich', 0)
                """)
        }
    }
}

extension BothStoresTests {
    /// Accounts as administrators see them, their roles, and the duty of moderators.
    @Suite struct RoleTests {
        @Test(arguments: StoreKind.tested)
        func `an account is found by its name in any case of A to Z`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account("Anna"))
            #expect(try await store.account(anna)?.name == "Anna")
            for name in ["Anna", "anna", "ANNA"] {
                #expect(try await store.account(named: name)?.id == anna, "\(name)")
            }
            #expect(try await store.account(named: "Anna ")?.id == nil)
            #expect(try await store.addAccount(named: "aNNA", at: noon)?.id == nil)
            let umlaut = try await opened.account("Änne")
            #expect(try await store.account(named: "ÄNNE")?.id == umlaut)
            #expect(try await store.account(named: "änne")?.id == nil)
        }

        @Test(arguments: StoreKind.tested)
        func `accounts are listed by the beginning of their names, page by page`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let store = opened.store
            for name in ["ben", "Anton", "anna", "ANDREA", "a%", "Zoe"] {
                _ = try await opened.account(name)
            }
            func names(_ prefix: String, after last: String? = nil, limit: Int = 10) async throws -> [String]
            {
                try await store.accounts(beginning: prefix, after: last, limit: limit).map(\.account.name)
            }
            #expect(try await names("") == ["a%", "ANDREA", "anna", "Anton", "ben", "Zoe"])
            #expect(try await names("AN", limit: 2) == ["ANDREA", "anna"])
            #expect(try await names("AN", after: "ANNA") == ["Anton"])
            #expect(try await names("a%") == ["a%"])
        }

        @Test(arguments: StoreKind.tested)
        func `an account is renamed to a name that nobody has, and its owner sees it`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account("anna"))
            _ = try await opened.account("Ben")
            func rename(_ account: Account.ID, _ name: String) async throws {
                try await store.rename(account, to: name, by: .administrator, at: noon)
            }
            await #expect(throws: AccountRefusal.nameTaken) { try await rename(anna, "bEN") }
            await #expect(throws: AccountRefusal.unknownAccount) {
                try await rename(Account.ID(rawValue: 4_711), "carla")
            }
            try await rename(anna, "anna")
            #expect(try await store.audit(of: anna, limit: 9).isEmpty)
            try await rename(anna, "ANNA")
            try await rename(anna, "carla")
            #expect(try await store.account(anna)?.name == "carla")
            let told = try await store.audit(of: anna, limit: 9)
            #expect(told.map(\.act) == [.renamed, .renamed] && told.map(\.object) == ["ANNA", "anna"])
            #expect(told.allSatisfy { $0.actor == .administrator })
        }

        @Test(arguments: StoreKind.tested)
        func `a role is granted once and revoked once, and both are recorded`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account("anna"))
            try await opened.addStation("basel")
            let moderator = try #require(Role(.moderator))
            let basel = try #require(Role(.stationOperator, station: "basel"))
            for role in [moderator, basel, moderator, basel] {
                try await store.grant(role, to: anna, by: .administrator, at: noon)
            }
            #expect(try await store.roles(of: anna) == [moderator, basel])
            let entry = try #require(try await store.accounts(beginning: "", after: nil, limit: 1).first)
            #expect(entry.roles == [moderator, basel] && entry.created == noon)
            #expect(try await store.revoke(basel, from: anna, at: noon))
            #expect(try await !store.revoke(basel, from: anna, at: noon))
            #expect(try await store.roles(of: anna) == [moderator])
            let acts = try await store.audit(of: anna, limit: 10)
            #expect(acts.map(\.act) == [.roleRevoked, .roleGranted, .roleGranted])
            #expect(acts.map(\.object) == ["operator:basel", "operator:basel", "moderator"])
        }

        @Test(arguments: StoreKind.tested)
        func `accounts are found and counted by their roles`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let store = opened.store
            for station in ["basel", "bern"] { try await opened.addStation(station) }
            let granted: [(name: String, roles: [String])] = [
                ("anna", ["moderator", "operator:basel", "operator:bern"]), ("ben", ["expert"]),
                ("Clara", ["moderator"]), ("dora", []),
            ]
            for (name, roles) in granted {
                let account = try await opened.account(name)
                for role in roles { try await store.grant(try #require(Role(role)), to: account, at: noon) }
            }
            func names(
                _ role: Role.Kind?, beginning prefix: String = "", after last: String? = nil, limit: Int = 9
            ) async throws -> [String] {
                try await store.accounts(beginning: prefix, having: role, after: last, limit: limit)
                    .map(\.account.name)
            }
            #expect(try await names(.moderator) == ["anna", "Clara"])
            #expect(try await names(.moderator, limit: 1) == ["anna"])
            #expect(try await names(.moderator, after: "anna") == ["Clara"])
            #expect(try await names(.moderator, beginning: "C") == ["Clara"])
            #expect(try await names(.stationOperator) == ["anna"])
            #expect(try await names(.researcher) == [])
            #expect(try await names(nil).count == 4)
            #expect(
                try await store.roleCounts() == [.moderator: 2, .stationOperator: 1, .expert: 1])
        }

        @Test(arguments: StoreKind.tested)
        func `no role is granted to nobody, or for a station that does not exist`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account("anna"))
            let moderator = try #require(Role(.moderator))
            let basel = try #require(Role(.stationOperator, station: "basel"))
            let nobody = Account.ID(rawValue: anna.rawValue + 100)
            await #expect(throws: AccountRefusal.unknownAccount) {
                try await store.grant(moderator, to: nobody, at: noon)
            }
            await #expect(throws: AccountRefusal.unknownStation) {
                try await store.grant(basel, to: anna, at: noon)
            }
            await #expect(throws: AccountRefusal.unknownStation) {
                try await store.revoke(basel, from: anna, at: noon)
            }
            #expect(try await store.roles(of: nobody).isEmpty)
            #expect(try await store.audit(of: anna, limit: 10).isEmpty)
        }

        @Test(arguments: StoreKind.tested)
        func `an expert is known by name`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account("anna"))
            _ = try await opened.account("ben")
            try await store.grant(try #require(Role(.expert)), to: anna, at: noon)
            #expect(try await store.isExpert(named: "Anna"))
            #expect(try await !store.isExpert(named: "ben"))
        }

        @Test(arguments: StoreKind.tested)
        func `an account is suspended and restored, and both are recorded`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account("anna"))
            let credential = Credential(id: "one", hash: Data(count: 32), principal: .account(anna))
            try await store.add(credential, at: noon)
            #expect(try await store.credential("one")?.principal == .account(anna))
            try await store.setSuspended(true, anna, by: .administrator, at: noon + 60)
            #expect(try await store.credential("one")?.id == nil)
            let entry = try await store.accounts(beginning: "anna", after: nil, limit: 1).first
            #expect(entry?.suspended == noon + 60)
            try await store.setSuspended(false, anna, by: .administrator, at: noon + 120)
            #expect(try await store.credential("one")?.id == "one")
            #expect(try await store.audit(of: anna, limit: 10).map(\.act) == [.restored, .suspended])
            await #expect(throws: AccountRefusal.unknownAccount) {
                try await store.setSuspended(
                    true, Account.ID(rawValue: anna.rawValue + 100), by: .command, at: noon)
            }
        }

        @Test(arguments: StoreKind.tested)
        func `a credential of a station names it, and one of an account its roles`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account("anna"))
            try await opened.addStation("basel")
            let roles = Set([Role(.moderator), Role(.stationOperator, station: "basel")].compactMap(\.self))
            for role in roles { try await store.grant(role, to: anna, at: noon) }
            let principals: [(String, Principal)] = [("one", .account(anna)), ("two", .station("basel"))]
            for (id, principal) in principals {
                let hash = Data(repeating: UInt8(id.count), count: 32)
                try await store.add(Credential(id: id, hash: hash, principal: principal), at: noon)
                let found = try #require(try await store.credential(id))
                #expect(found.principal == principal && found.hash == hash && found.scopes == .all)
                #expect(found.roles == (id == "one" ? roles : []))
            }
            #expect(try await store.credential("ONE")?.id == nil)
        }

        @Test(arguments: StoreKind.tested)
        func `moderators are told unless they are off duty or suspended`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let store = opened.store
            let moderator = try #require(Role(.moderator))
            var accounts: [Account.ID] = []
            for name in ["anna", "ben", "clara"] {
                let account = try await opened.account(name)
                try await store.grant(moderator, to: account, at: noon)
                accounts.append(account)
            }
            _ = try await opened.account("dora")
            for isOn in [false, false] { try await store.setDuty(isOn, of: accounts[1]) }
            try await store.setSuspended(true, accounts[2], by: .command, at: noon)
            #expect(try await store.moderatorsOnDuty().map(\.name) == ["anna"])
            try await store.setDuty(true, of: accounts[1])
            #expect(try await store.moderatorsOnDuty().map(\.name) == ["anna", "ben"])
        }
    }
}
