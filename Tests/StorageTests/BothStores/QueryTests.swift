import Foundation
import People
import SampleTesting
import Testing

@testable import Storage

extension BothStoresTests {
    /// Values and rows as queries send and find them.
    @Suite struct QueryTests {
        @Test(arguments: StoreKind.tested)
        func `values come back as they were sent`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (least, text) = (Int64.min, "Grüße 'und' \"$1 ?\" \u{1F927}\n")
            let bytes = Data([0, 255, 39, 0])
            try await opened.store.readRows { runner in
                let query: Query = """
                    SELECT \(least) AS smallest, \(-1.5) AS share, \(text) AS words, \(bytes) AS bytes, \(true) AS isSo
                    """
                let row = try #require(try runner.row(query))
                #expect(try row["smallest"] as Int64 == least)
                #expect(try row["smallest"] as Int64? == least)
                #expect(try row["share"] as Double == -1.5)
                #expect(try row["words"] as String == text)
                #expect(try row["bytes"] as Data == bytes)
                #expect(try row["isSo"] as Bool)
                #expect(try row["ISSO"] as Int == 1)
            }
        }

        @Test(arguments: StoreKind.tested)
        func `missing and empty values are told apart, whatever their type`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (number, share): (Int?, Double?) = (nil, nil)
            let (words, bytes): (String?, Data?) = (nil, nil)
            try await opened.store.readRows { runner in
                let missing: Query = """
                    SELECT \(number) AS number, \(share) AS share, \(words) AS words, \(bytes) AS bytes
                    """
                let row = try #require(try runner.row(missing))
                #expect(try row["number"] as Int? == nil)
                #expect(try row["share"] as Double? == nil)
                #expect(try row["words"] as String? == nil)
                #expect(try row["bytes"] as Data? == nil)
                let empty = try #require(try runner.row("SELECT \(String()) AS words, \(Data()) AS bytes"))
                #expect(try empty["words"] as String? == "")
                #expect(try empty["bytes"] as Data? == Data())
            }
        }

        @Test(arguments: StoreKind.tested)
        func `a column that holds something else is named`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            try await opened.store.readRows { runner in
                let row = try #require(try runner.row("SELECT \("one") AS words, \(nil as Int?) AS number"))
                #expect(throws: MisreadColumn(column: "words", wanted: "Int")) { try row["words"] as Int }
                #expect(throws: MisreadColumn(column: "number", wanted: "Int")) { try row["number"] as Int }
                #expect(throws: MisreadColumn.self) { try row["letters"] as String? }
            }
        }

        @Test(arguments: StoreKind.tested)
        func `queries are put together with their parameters in order`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let inner: Query = "SELECT \("b") AS letter, \(2) AS number"
            let query: Query = """
                SELECT letter, number + \(10) AS number FROM (
                    SELECT \("a") AS letter, \(1) AS number UNION ALL \(inner)) AS pair
                WHERE number < \(3) ORDER BY letter \(sql: "DESC")
                """
            let found = try await opened.store.readRows { runner in
                try runner.rows(query).map { "\(try $0["letter"] as String)\(try $0["number"] as Int)" }
            }
            #expect(found == ["b12", "a11"])
            let streamed = try await opened.store.readRows { runner in
                var numbers: [Int] = []
                try runner.forEachRow(query) { numbers.append(try $0["number"]) }
                return numbers
            }
            #expect(streamed == [12, 11])
        }

        @Test(arguments: StoreKind.tested)
        func `changes are counted, and undone when the act ends with an error`(kind: StoreKind) async throws {
            struct Stop: Error {}
            let opened = try await OpenedRows(kind)
            let anna = try await opened.account("anna")
            _ = try await opened.account("ben")
            let count = try await opened.store.writeRows(locking: .nothing) { runner in
                try runner.run("UPDATE account SET created = created + 1")
            }
            #expect(count == 2)
            await #expect(throws: Stop.self) {
                try await opened.store.writeRows(locking: .account(anna)) { runner -> Void in
                    try runner.run("DELETE FROM account")
                    throw Stop()
                }
            }
            #expect(try await opened.count("account") == 2)
            let none = try await opened.store.writeRows(locking: .nothing) { runner in
                try runner.run("DELETE FROM account WHERE name = \("nobody")")
            }
            #expect(none == 0)
        }

        @Test(arguments: StoreKind.tested)
        func `nobody gets between reading and writing what belongs to an account`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let anna = try await opened.account()
            try await withThrowingTaskGroup { group in
                for _ in 0..<20 {
                    group.addTask {
                        try await opened.store.writeRows(locking: .account(anna)) { runner in
                            let created: Int64? = try runner.value(
                                "SELECT created FROM account WHERE id = \(anna.rawValue)")
                            let next = try #require(created) + 1
                            try runner.run(
                                "UPDATE account SET created = \(next) WHERE id = \(anna.rawValue)")
                        }
                    }
                }
                try await group.waitForAll()
            }
            let created = try await opened.store.glanceRows { runner in
                try runner.value("SELECT created FROM account WHERE id = \(anna.rawValue)", as: Int64.self)
            }
            #expect(created == noon.stored + 20)
        }
    }
}
