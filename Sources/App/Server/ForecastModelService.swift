import API
import Foundation
import Logging
import Maps
import ServiceLifecycle

/// Models tomorrow's values for stations that do not publish forecasts.
///
/// It runs after the underlying readings have changed and at the start of each day.
struct ForecastModelService: Service {
    /// The longest delay between a reading and its forecast, in a network that takes no longer to model.
    static let interval = Duration.seconds(10)

    /// The ratio of pause to work, which limits the load to a tenth of one processor.
    private static let idleness = 9

    let network: Network
    let jobs: JobLedger
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var modelling = ForecastModelling(network: network)
            while !Task.isCancelled {
                let start = ContinuousClock.now
                do {
                    try await modelling.catchUp(at: Date())
                    jobs.note(.forecasts, succeeded: true, at: Date())
                } catch is CancellationError {
                    return
                } catch {
                    // An import may have locked the database. The next run finds the same work.
                    logger.warning("forecasts not modelled", metadata: ["error": "\(error)"])
                    jobs.note(.forecasts, succeeded: false, at: Date())
                }
                let work = ContinuousClock.now - start
                try? await Task.sleep(for: max(Self.interval, work * Self.idleness))
            }
        }
    }
}
