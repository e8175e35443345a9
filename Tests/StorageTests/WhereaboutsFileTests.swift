import Testing

@testable import Storage

/// What an export keeps of each answer, in blocks of a file.
@Suite struct WhereaboutsFileTests {
    private func record(_ number: Int) -> WhereaboutsFile.Record {
        WhereaboutsFile.Record(
            part: Int32(number), cell: Int32(number % 7) - 1, hour: .max - Int32(number), edition: 3,
            window: Int32(number % 3))
    }

    @Test(arguments: [0, 1, WhereaboutsFile.size, 2 * WhereaboutsFile.size + 3])
    func `all records come back in their order, as often as they are read`(count: Int) throws {
        let file = WhereaboutsFile()
        let records = (0..<count).map(record)
        for record in records { try file.append(record) }
        #expect(file.count == count)
        for _ in 0..<2 {
            let next = file.reader()
            var found: [WhereaboutsFile.Record] = []
            while let record = try next() { found.append(record) }
            #expect(found == records)
            #expect(try next() == nil)
        }
    }

    @Test func `readers in different places do not disturb one another`() throws {
        let file = WhereaboutsFile()
        let count = 2 * WhereaboutsFile.size
        for number in 0..<count { try file.append(record(number)) }
        let (fast, slow) = (file.reader(), file.reader())
        for number in 0..<(count / 2) {
            #expect(try slow() == record(number))
            for part in 0..<2 { #expect(try fast() == record(2 * number + part)) }
        }
        #expect(try fast() == nil)
    }
}
