import Foundation
import PostgreSQL
import SeededTesting
import Testing

extension PostgreSQLTests {
    @Suite struct ValueTests {
        @Test(arguments: UInt64(0)..<12)
        func `whatever goes in comes out`(seed: UInt64) async throws {
            var generator = SeededGenerator(seed: seed)
            let values = Values(using: &generator)
            let found = try await connection().run { session in
                try session.row(values.statement, Values.init(_:))
            }
            #expect(found == values)
        }

        @Test func `smaller numbers are read as larger ones`() async throws {
            let found = try await connection().run { session in
                try session.row("SELECT 7::smallint, 70000::integer, 0.5::real") {
                    row throws(PostgreSQLError) in
                    (try row[0] as Int, try row[1] as Int64, try row[2] as Double)
                }
            }
            #expect(try #require(found) == (7, 70000, 0.5))
        }

        @Test func `columns of one type are read as that, and as nothing else`() async throws {
            let connection = try await connection()
            let statement: PostgreSQLStatement = """
                SELECT -7::bigint AS number, NULL::bigint AS gap, decode('0102030405060708', 'hex') AS word,
                    7::integer AS small, decode('010203', 'hex') AS short
                """
            try await connection.run { session in
                var count = 0
                try session.scan(statement) { row throws(PostgreSQLError) in
                    count += 1
                    #expect(try row.number(0) == -7)
                    #expect(try row.number(ifAny: 0) == -7)
                    #expect(try row.number(ifAny: 1) == nil)
                    #expect(try row.eightBytes(2) == 0x08_07_06_05_04_03_02_01)
                }
                #expect(count == 1)
            }
            func refusal(
                _ read: @escaping @Sendable (PostgreSQLRow) throws(PostgreSQLError) -> Void
            ) async -> PostgreSQLError? {
                await failure { try await connection.run { try $0.scan(statement, read) } }
            }
            let null = await refusal { row throws(PostgreSQLError) in _ = try row.number(1) }
            #expect(null == .unfitValue(column: "gap", type: 20, wanted: "Int64"))
            let narrow = await refusal { row throws(PostgreSQLError) in _ = try row.number(3) }
            #expect(narrow == .unfitValue(column: "small", type: 23, wanted: "Int64"))
            let short = await refusal { row throws(PostgreSQLError) in _ = try row.eightBytes(4) }
            #expect(short == .unfitValue(column: "short", type: 17, wanted: "UInt64"))
            let beyond = await refusal { row throws(PostgreSQLError) in _ = try row.number(ifAny: 5) }
            #expect(beyond == .unfitValue(column: "5", type: 0, wanted: "Int64"))
        }

        @Test func `columns are found by name, in capitals, too`() async throws {
            let found: Int? = try await connection().run { session in
                try session.row(#"SELECT 1 AS a, 2 AS "Low""#) { row throws(PostgreSQLError) in try row["Low"]
                }
            }
            #expect(found == 2)
        }

        @Test func `text with a NUL character is refused before it is sent`() async throws {
            let connection = try await connection()
            let refused = await failure {
                try await connection.run { try $0.execute("SELECT \(1), \("a\u{0}b")") }
            }
            #expect(refused == .unstorable(parameter: 2, .nulCharacter))
            #expect("\(try #require(refused))".contains("Parameter 2 has a NUL character"))
            #expect(try await connection.run { try $0.value("SELECT 1") } == 1)
        }

        @Test func `a moment beyond the database's calendar is refused`() async throws {
            let connection = try await connection()
            for date in [Date(timeIntervalSince1970: .infinity), Date(timeIntervalSince1970: -1e13)] {
                let refused = await failure { try await connection.run { try $0.execute("SELECT \(date)") } }
                #expect(refused == .unstorable(parameter: 1, .moment))
            }
        }

        @Test func `a column of another type is named`() async throws {
            let connection = try await connection()
            let wrong = await failure {
                try await connection.run { try $0.value("SELECT 1.5 AS share", as: Double.self) }
            }
            #expect(wrong == .unfitValue(column: "share", type: 1700, wanted: "Double"))
            let null = await failure {
                try await connection.run { try $0.value("SELECT NULL::int AS n", as: Int.self) }
            }
            #expect(null == .unfitValue(column: "n", type: 23, wanted: "Int"))
            let tooLarge = await failure {
                try await connection.run { try $0.value("SELECT 40000 AS n", as: Int16.self) }
            }
            #expect(tooLarge == .unfitValue(column: "n", type: 23, wanted: "Int16"))
        }
    }
}

/// One value of each type.
private struct Values: Equatable, Sendable {
    let flag: Bool
    let small: Int16
    let medium: Int32
    let large: Int64?
    let single: Float
    let double: Double
    let text: String
    let bytes: [UInt8]
    let moment: Date
    let numbers: [Int64?]
    let doubles: [Double]
    let texts: [String?]
    let pieces: [[UInt8]]

    init(using generator: inout SeededGenerator) {
        flag = .random(using: &generator)
        small = .random(in: .min ... .max, using: &generator)
        medium = .random(in: .min ... .max, using: &generator)
        large = Bool.random(using: &generator) ? nil : .random(in: .min ... .max, using: &generator)
        single = .random(in: -1e30...1e30, using: &generator)
        double = .random(in: -1e300...1e300, using: &generator)
        text = Self.text(using: &generator)
        bytes = Self.bytes(using: &generator)
        // Whole milliseconds, which a Date keeps exactly enough to be equal.
        moment = Date(
            timeIntervalSince1970: Double(Int.random(in: -10_000_000_000...10_000_000_000, using: &generator))
                / 8)
        let count = Int.random(in: 0...5, using: &generator)
        var number: [Int64?] = []
        var texts: [String?] = []
        for _ in 0..<count {
            number.append(
                Bool.random(using: &generator) ? nil : .random(in: .min ... .max, using: &generator))
            texts.append(Bool.random(using: &generator) ? nil : Self.text(using: &generator))
        }
        numbers = number
        self.texts = texts
        doubles = number.map { Double($0 ?? 0) / 3 } + [.infinity, -.zero]
        pieces = (0..<count).map { _ in Self.bytes(using: &generator) }
    }

    init(_ row: PostgreSQLRow) throws(PostgreSQLError) {
        flag = try row[0]
        small = try row[1]
        medium = try row[2]
        large = try row[3]
        single = try row[4]
        double = try row[5]
        text = try row[6]
        bytes = try row[7]
        moment = try row[8]
        numbers = try row[9]
        doubles = try row[10]
        texts = try row[11]
        pieces = try row[12]
    }

    var statement: PostgreSQLStatement {
        """
        SELECT \(flag), \(small), \(medium), \(large), \(single), \(double), \(text), \(bytes), \(moment), \(numbers),
            \(doubles), \(texts), \(pieces)
        """
    }

    private static func text(using generator: inout SeededGenerator) -> String {
        let characters = Array("aZ9 '\"\\$1\n\t,{}ß€🌿\u{301}\u{7F}%")
        return String(
            (0..<Int.random(in: 0...20, using: &generator)).compactMap { _ in
                characters.randomElement(using: &generator)
            })
    }

    private static func bytes(using generator: inout SeededGenerator) -> [UInt8] {
        (0..<Int.random(in: 0...40, using: &generator)).map { _ in
            .random(in: .min ... .max, using: &generator)
        }
    }
}
