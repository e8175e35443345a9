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
        for (fence, announcement) in announcements {
            guard let announcement else {
                try runner.run(
                    "DELETE FROM announcedLevel WHERE fence = \(fence.rawValue) AND allergen = \(code)")
                continue
            }
            try runner.run(
                """
                INSERT INTO announcedLevel (fence, allergen, level, day) VALUES (\(fence.rawValue),
                \(code), \(announcement.level.rank), \(announcement.day.daysSinceEpoch))
                ON CONFLICT (fence, allergen) DO UPDATE SET level = excluded.level, day = excluded.day
                """)
        }
    }
}
