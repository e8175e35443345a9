import Alerts
import Foundation
import Observations

extension SQLiteTransaction {
    func keep(readingsOf submission: Submission, received: Date) throws -> [KeptReading] {
        var writer = ReadingWriter(submission, in: self, received: received)
        let kept = try writer.keep()
        note(kept, of: submission)
        return kept
    }
}
