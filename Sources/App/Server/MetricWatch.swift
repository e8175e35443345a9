package import Foundation
import Logging
import ServiceLifecycle

/// The health values in which notices are found.
package protocol MetricWatchStore: Sendable {
    /// Looks at the values that came before `end`, and stores each notice that people asked for once.
    ///
    /// - Returns: The number of notices.
    func watchMetrics(before end: Date, at now: Date) async throws -> Int
}

/// Checks new health values every five minutes, and sends people the notices that they asked for.
///
/// The spans are half open and lie on the clock, whenever the program started. What waits is in the database, so
/// nothing is lost or told twice when the program ends in between.
struct MetricWatch: Service {
    /// The length of a span, in seconds.
    static let span: TimeInterval = 300

    let store: any MetricWatchStore
    let logger: Logger
    var now: @Sendable () -> Date = { Date() }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await look()
                let time = now().timeIntervalSince1970
                try? await Task.sleep(
                    for: .seconds(Self.span - time.truncatingRemainder(dividingBy: Self.span)))
            }
        }
    }

    private func look() async {
        let now = now()
        let end = (now.timeIntervalSince1970 / Self.span).rounded(.down) * Self.span
        do {
            _ = try await store.watchMetrics(before: Date(timeIntervalSince1970: end), at: now)
        } catch is CancellationError {
            // The service stops, and the first look after its start finds the same values.
        } catch {
            // An import may have locked the database. The next look finds the same values.
            logger.warning("health values were not looked at", metadata: ["error": "\(error)"])
        }
    }
}
