import Foundation
import Sealing
import Testing

@Suite struct FieldSealerTests {
    private let field = SealedField("fence", "details")
    private let ring = KeyRing(DataKey())
    private let value = Data("Großmutter, 7.58, 47.56".utf8)

    @Test(arguments: [0, 1, 15, 16, 17, 1_000, 100_000])
    func `what was sealed opens again`(count: Int) throws {
        let value = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let sealed = try ring.seal(value, field: field, of: 7)
        #expect(try ring.open(sealed, field: field, of: 7) == value)
        #expect(sealed.count == count + FieldSealer.overhead)
        #expect(DataKey.ID(of: sealed) == ring.ids.first)
    }

    @Test func `a slice of other bytes opens as well`() throws {
        let sealed = Data("before".utf8) + (try ring.seal(value, field: field, of: "a"))
        #expect(try ring.open(sealed.dropFirst(6), field: field, of: "a") == value)
    }

    @Test func `the same value is sealed differently each time`() throws {
        let sealed = try (0..<100).map { _ in try ring.seal(value, field: field, of: 7) }
        #expect(Set(sealed).count == 100)
        #expect(sealed.allSatisfy { $0.range(of: value) == nil })
    }

    @Test func `values beyond one supply of nonces share none, and all open`() throws {
        let sealer = try ring.sealer(of: field)
        var nonces = FreshNonces()
        var sealed: [Data] = []
        for row in 0..<100 { sealed.append(sealer.seal(value, of: .number(Int64(row)), &nonces)) }
        let used = sealed.map { $0[FieldSealer.nonceStart..<FieldSealer.nonceStart + 12] }
        #expect(Set(used).count == 100)
        for (row, sealed) in sealed.enumerated() {
            #expect(try ring.open(sealed, field: field, of: .number(Int64(row))) == value)
        }
    }

    @Test func `a value opens in no other row, column or table`() throws {
        let sealed = try ring.seal(value, field: field, of: 7)
        let places: [(SealedField, SealedRow)] = [
            (field, 8), (field, "7"), (SealedField("fence", "name"), 7),
            (SealedField("profile", "details"), 7),
        ]
        for (field, row) in places {
            #expect(throws: SealingError.broken(field)) { try ring.open(sealed, field: field, of: row) }
        }
    }

    @Test func `a value with one changed bit does not open`() throws {
        let sealed = try ring.seal(value, field: field, of: 7)
        for place in sealed.indices {
            for bit in 0..<8 {
                var other = sealed
                other[place] ^= 1 << bit
                #expect(throws: SealingError.self) { try ring.open(other, field: field, of: 7) }
            }
        }
    }

    @Test func `a truncated value does not open`() throws {
        let sealed = try ring.seal(value, field: field, of: 7)
        for count in sealed.indices {
            #expect(throws: SealingError.broken(field)) {
                try ring.open(sealed.prefix(count), field: field, of: 7)
            }
        }
        #expect(throws: SealingError.broken(field)) { try ring.open(sealed + [0], field: field, of: 7) }
    }

    @Test func `a value under an unknown key is refused with the key's name`() throws {
        let other = DataKey()
        let sealed = try KeyRing(other).seal(value, field: field, of: 7)
        #expect(throws: SealingError.unknownKey(other.id)) { try ring.open(sealed, field: field, of: 7) }
        #expect(SealingError.unknownKey(other.id).description.contains(other.id.description))
        #expect(try KeyRing(DataKey(), others: [other]).open(sealed, field: field, of: 7) == value)
    }

    @Test func `a value does not open under another key with the same name`() throws {
        var sealed = try KeyRing(DataKey()).seal(value, field: field, of: 7)
        sealed.replaceSubrange(1..<5, with: try ring.seal(value, field: field, of: 7)[1..<5])
        #expect(throws: SealingError.broken(field)) { try ring.open(sealed, field: field, of: 7) }
    }
}

@Suite struct KeyedHashTests {
    private let field = SealedField("address", "hash")

    @Test func `a text is found by its hash under every key of the ring`() throws {
        let (old, new) = (DataKey(), DataKey())
        let before = try KeyRing(old).index(of: "anna@example.org", field: field)
        let ring = KeyRing(new, others: [old])
        let now = try ring.index(of: "anna@example.org", field: field)
        #expect(try ring.indices(of: "anna@example.org", field: field) == [now, before])
        #expect(DataKey.ID(of: before) == old.id)
        #expect(before.count == 37)
    }

    @Test func `another text, column or key has another hash`() throws {
        let key = DataKey()
        let hashes = [
            try KeyRing(key).index(of: "anna@example.org", field: field),
            try KeyRing(key).index(of: "anne@example.org", field: field),
            try KeyRing(key).index(of: "anna@example.org", field: SealedField("channel", "hash")),
            try KeyRing(DataKey()).index(of: "anna@example.org", field: field),
        ]
        #expect(Set(hashes.map { $0.dropFirst(5) }).count == 4)
        #expect(try hashes[0] == KeyRing(key).index(of: "anna@example.org", field: field))
    }
}
