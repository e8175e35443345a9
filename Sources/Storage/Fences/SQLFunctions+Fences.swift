import Alerts
import Allergens
import Foundation
import GRDB
import GRDBSQLite
import Geography
import Projection
import Sealing

/// SQL functions over fences, whose rows are sealed.
///
/// The functions read the values in SQLite's own memory. Copying them into Swift values first would take ten
/// times as long. A value that cannot be opened makes the statement fail.
extension SQLFunctions {
    /// The columns of a fence that the functions below take.
    static let fence: SQL = "fence.number, fence.id, fence.sealed"

    /// Registers the functions with a connection.
    static func registerFences(in database: Database, _ cipher: RowCipher) {
        register("fenceWatches", 5, in: database, cipher) { context, cipher, values in
            answer(context) {
                try ask(cipher, values) { _, plan in plan.all.overlaps(values.allergens(at: 3)) }
            }
        }
        register("fenceOwns", 5, in: database, cipher) { context, cipher, values in
            answer(context) {
                try ask(cipher, values) { _, plan in plan.own.overlaps(values.allergens(at: 3)) }
            }
        }
        register("fenceReach", 10, in: database, cipher) { context, cipher, values in
            answer(context) { try ask(cipher, values) { reach(of: $0, $1, values) } }
        }
        register("fenceCause", 5, in: database, cipher) { context, cipher, values in
            answer(context) { try ask(cipher, values) { _, plan in plan.cause(of: values.allergens(at: 3)) } }
        }
        register("touches", 6, in: database, cipher) { context, cipher, values in
            answer(context) {
                guard let box = values.box(at: 2) else { return nil }
                return try cipher.outline(values.row(id: 0, sealed: 1)).meets(box) ? 1 : 0
            }
        }
        register("sealNearness", 3, in: database, cipher) { context, cipher, values in
            do {
                let nearness = Nearness(
                    distance: values.number(1), crossReaction: values.number(2).map { Int($0) })
                guard let sealed = try nearness.sealed(for: values.integer(0), keys: cipher.keys)
                else { return sqlite3_result_null(context) }
                sealed.withUnsafeBytes {
                    sqlite3_result_blob(context, $0.baseAddress, CInt($0.count), copied)
                }
            } catch { fail(context, error) }
        }
    }

    /// Whether a report at a place concerns a fence that watches one of the allergens.
    ///
    /// The result is 0 for no, 1 for yes, and 2 when the outline has to decide. 4 is added to 1 or 2 if the
    /// fence watches one of the allergens for its own sake.
    ///
    /// `fenceReach(…, low, high, longitude, latitude, x, y, z)`: an empty set of allergens counts as watched
    /// by every fence, for its own sake. In most cases the chord on the sphere decides. Only near the edge of
    /// a circle, widened by the reach of the cell, is the distance on the ellipsoid computed.
    private static func reach(of fence: OpenedFence, _ plan: WatchMasks, _ values: Values) -> Int {
        let allergens = values.allergens(at: 3)
        guard allergens.isEmpty || plan.all.overlaps(allergens) else { return 0 }
        let reach = reach(of: fence, values)
        return reach > 0 && (allergens.isEmpty || plan.own.overlaps(allergens)) ? reach + 4 : reach
    }

    private static func reach(of fence: OpenedFence, _ values: Values) -> Int {
        let place = UnitVector(x: values.double(7), y: values.double(8), z: values.double(9))
        let chord = fence.vector.squaredChord(to: place)
        if chord < fence.inner { return 1 }
        let extent = fence.extent + Report.publicReach
        if chord > ReportPlace.surelyBeyond * extent * extent { return 0 }
        guard fence.isCircle else { return 2 }
        if chord < ReportPlace.surelyWithin * extent * extent { return 1 }
        let position = Coordinate(wrappingLongitude: values.double(5), latitude: values.double(6))
        return Geodesic.distance(from: fence.anchor, to: position) <= extent ? 1 : 0
    }

    private static func ask<Value>(
        _ cipher: RowCipher, _ values: Values, _ question: (OpenedFence, WatchMasks) -> Value
    ) throws -> Value {
        let number = values.integer(0)
        let proof = SealedBytes.proof(of: values.bytes(2))
        if let answer = cipher.fences.read(number, proof: proof, question) { return answer }
        return try cipher.ask(number, values.row(id: 1, sealed: 2), question)
    }
}

/// The arguments of a call, valid while it runs.
private struct Values {
    let values: UnsafeMutablePointer<OpaquePointer?>

    func integer(_ place: Int) -> Int64 { sqlite3_value_int64(values[place]) }
    func double(_ place: Int) -> Double { sqlite3_value_double(values[place]) }
    func text(_ place: Int) -> String { sqlite3_value_text(values[place]).map { String(cString: $0) } ?? "" }
    func data(_ place: Int) -> Data { Data(bytes(place)) }

    func number(_ place: Int) -> Double? {
        sqlite3_value_type(values[place]) == SQLITE_NULL ? nil : double(place)
    }

    func bytes(_ place: Int) -> UnsafeRawBufferPointer {
        // "The pointer must be asked for before the size": https://sqlite.org/c3ref/value_blob.html
        let start = sqlite3_value_blob(values[place])
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(values[place])))
    }

    func row(id: Int, sealed: Int) -> SealedBytes {
        SealedBytes(
            proof: SealedBytes.proof(of: bytes(sealed)), fence: { text(id) }, bytes: { data(sealed) })
    }

    func allergens(at place: Int) -> AllergenSet {
        AllergenSet(
            low: UInt64(bitPattern: integer(place)), high: UInt64(bitPattern: integer(place + 1)))
    }

    func box(at place: Int) -> BoundingBox? {
        BoundingBox(
            west: double(place), south: double(place + 1), east: double(place + 2),
            north: double(place + 3))
    }
}

extension SQLFunctions {
    private typealias Body = @Sendable (OpaquePointer?, RowCipher, Values) -> Void

    /// A registered function with its cipher.
    ///
    /// It lives as long as the connection knows the function.
    private final class Registered: Sendable {
        let cipher: RowCipher
        let body: Body

        init(_ cipher: RowCipher, _ body: @escaping Body) {
            self.cipher = cipher
            self.body = body
        }
    }

    private static func register(
        _ name: String, _ count: CInt, in database: Database, _ cipher: RowCipher, _ body: @escaping Body
    ) {
        let code = sqlite3_create_function_v2(
            database.sqliteConnection, name, count, SQLITE_UTF8,
            Unmanaged.passRetained(Registered(cipher, body)).toOpaque(),
            { context, _, values in
                guard let values, let data = sqlite3_user_data(context) else { return }
                Unmanaged<Registered>.fromOpaque(data)._withUnsafeGuaranteedRef {
                    $0.body(context, $0.cipher, Values(values: values))
                }
            }, nil, nil, { $0.map { Unmanaged<Registered>.fromOpaque($0).release() } })
        precondition(code == SQLITE_OK, "a name, a count and flags that SQLite knows")
    }

    private static func answer(_ context: OpaquePointer?, _ work: () throws -> Int?) {
        do {
            guard let number = try work() else { return sqlite3_result_null(context) }
            sqlite3_result_int64(context, Int64(number))
        } catch { fail(context, error) }
    }

    private static func answer(_ context: OpaquePointer?, _ work: () throws -> Bool) {
        answer(context) { try work() ? 1 : 0 }
    }

    private static func fail(_ context: OpaquePointer?, _ error: any Error) {
        sqlite3_result_error(context, "\(error)", -1)
    }

    /// Makes SQLite copy a value before the call returns (`SQLITE_TRANSIENT`).
    private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
}
