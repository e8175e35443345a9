import Alerts
import Allergens
import Foundation
import Sealing

/// How far an alert is from an account's fences, and the allergen whose cross-reaction makes it concern the
/// account.
///
/// A line of the ledger stores this sealed for the account, so that the lines of an account can share it. The
/// sealed bytes are the distance as a little-endian double (NaN when there is none) and the allergen's code
/// (255: none).
struct Nearness {
    static let field = SealedField("delivery", "nearness")

    let distance: Double?
    let crossReaction: Int?

    init(distance: Double?, crossReaction: Int?) {
        self.distance = distance
        self.crossReaction = crossReaction
    }

    init(sealed: Data?, for account: Int64, keys: KeyRing) throws {
        guard let sealed else {
            self.init(distance: nil, crossReaction: nil)
            return
        }
        let bytes = try keys.open(sealed, field: Self.field, of: .number(account))
        guard bytes.count == 9 else { throw SealingError.broken(Self.field) }
        let distance = bytes.withUnsafeBytes {
            Double(bitPattern: UInt64(littleEndian: $0.loadUnaligned(as: UInt64.self)))
        }
        self.init(
            distance: distance.isNaN ? nil : distance,
            crossReaction: bytes.last == 255 ? nil : bytes.last.map { Int($0) })
    }

    /// The sealed form; `nil` when there is neither a distance nor an allergen.
    func sealed(for account: Int64, keys: KeyRing) throws -> Data? {
        try bytes.map { try keys.seal($0, field: Self.field, of: .number(account)) }
    }

    /// The sealed form, for one of many lines.
    func sealed(for account: Int64, _ sealer: FieldSealer, _ nonces: inout FreshNonces) -> Data? {
        guard let bytes else { return nil }
        return sealer.seal(bytes, of: .number(account), &nonces)
    }

    private var bytes: Data? {
        guard distance != nil || crossReaction != nil else { return nil }
        var bytes = withUnsafeBytes(of: (distance ?? .nan).bitPattern.littleEndian) { Data($0) }
        bytes.append(UInt8(crossReaction ?? 255))
        return bytes
    }
}

/// Reads why a line of the ledger concerns its account.
///
/// A line holds the numbers of the fences. Their names are in the fences' rows, and in `formerFence` for
/// deleted fences.
struct ConcernReader {
    private let runner: any QueryRunner
    private let cipher: RowCipher
    private let taxonomy: Taxonomy

    static let formerName = SealedField("formerFence", "name")

    var keys: KeyRing { cipher.keys }

    init(_ runner: any QueryRunner, _ cipher: RowCipher, taxonomy: Taxonomy) {
        self.runner = runner
        self.cipher = cipher
        self.taxonomy = taxonomy
    }

    /// Reads the columns `fences` and `nearness` of an account's line.
    func concern(_ row: QueryRow, of account: Int64) throws -> LedgerEntry.Concern {
        let nearness = try nearness(try row["nearness"], of: account)
        return LedgerEntry.Concern(
            fences: try names(try row["fences"]), distance: nearness.distance,
            crossReaction: nearness.crossReaction)
    }

    func nearness(
        _ sealed: Data?, of account: Int64
    ) throws -> (distance: Double?, crossReaction: Allergen.ID?) {
        let nearness = try Nearness(sealed: sealed, for: account, keys: cipher.keys)
        return (nearness.distance, nearness.crossReaction.flatMap { taxonomy[code: $0]?.id })
    }

    /// The names of the fences whose numbers are in a JSON array.
    func names(_ numbers: String) throws -> [String] {
        try Self.numbers(in: numbers).compactMap { number in
            try cipher.name(of: number) { try names(of: [number])[number] }
        }
    }

    /// How many names are read at a time.
    private static let namesAtOnce = 1_000

    /// Reads the names that many rows with a column `fences` need, so that each is no question of its own.
    func prepare(for rows: [QueryRow]) throws { try prepare(for: rows.map { try $0["fences"] }) }

    /// Reads the names that some JSON arrays of numbers need.
    func prepare(for lists: [String]) throws {
        guard lists.count > 1 else { return }
        let unknown = cipher.unnamed(among: Set(lists.flatMap(Self.numbers)))
        for start in stride(from: 0, to: unknown.count, by: Self.namesAtOnce) {
            let some = unknown[start..<min(start + Self.namesAtOnce, unknown.count)]
            cipher.keep(names: try names(of: Array(some)))
        }
    }

    private static func numbers(in list: String) -> [Int64] {
        list.dropFirst().dropLast().split(separator: ",").compactMap { Int64($0) }
    }

    private func names(of numbers: [Int64]) throws -> [Int64: String] {
        let isWanted: Query = .isOne(ofNumbers: numbers, "number")
        let rows = try runner.rows(
            """
            SELECT number, id, sealed, NULL AS name FROM fence WHERE \(isWanted)
            UNION ALL SELECT number, NULL, NULL, name FROM formerFence WHERE \(isWanted)
            """)
        var names: [Int64: String] = [:]
        for row in rows {
            let number: Int64 = try row["number"]
            if let name = try row["name"] as Data? {
                names[number] = try Self.formerName(name, of: number, keys: cipher.keys)
            } else {
                names[number] = try cipher.details(of: try row["id"], sealed: try row["sealed"]).name
            }
        }
        return names
    }

    static func formerName(_ sealed: Data, of number: Int64, keys: KeyRing) throws -> String {
        String(decoding: try keys.open(sealed, field: formerName, of: .number(number)), as: UTF8.self)
    }
}
