import Alerts
import Allergens
import Foundation
import Geography

extension RowTransaction {
    func outline(of fence: Int64, _ id: String) throws -> Outline? {
        let sealed = try runner.value("SELECT rings FROM fenceOutline WHERE fence = \(fence)", as: Data.self)
        return try sealed.map { try cipher.outline(SealedBytes($0, of: id)) }
    }

    func remember(_ announcements: [Fence.Number: Announcement?], of allergen: Allergen.ID) throws {
        let code = try code(of: allergen)
        for (announcement, fences) in announcements.numbersByValue {
            guard let announcement else {
                try runner.run(
                    "DELETE FROM announcedLevel WHERE allergen = \(code) AND fence IN (\(.numbers(fences)))")
                continue
            }
            try runner.run(
                """
                INSERT INTO announcedLevel (fence, allergen, level, day)
                SELECT number, \(code), \(announcement.level.rank), \(announcement.day.daysSinceEpoch)
                FROM fence WHERE number IN (\(.numbers(fences)))
                ON CONFLICT (fence, allergen) DO UPDATE SET level = excluded.level, day = excluded.day
                """)
        }
    }
}

extension Dictionary where Key == Fence.Number, Value: Hashable {
    /// The numbers of the fences with each value: what is alike at a crowd's fences is written with one statement.
    var numbersByValue: [Value: [Int64]] {
        Dictionary<Value, [Element]>(grouping: self, by: \.value).mapValues {
            $0.map(\.key.rawValue).sorted()
        }
    }
}
