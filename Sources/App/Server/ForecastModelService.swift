import Foundation
import Logging
import Maps
import ServiceLifecycle

/// Works out what tomorrow brings where stations do not say, after the readings that it rests on have changed and with
/// each new day.
struct ForecastModelService: Service {
    /// How long a forecast may lag behind a reading, in a network that takes no longer to work out.
    static let interval = Duration.seconds(10)

    /// The pauses take this many times as long as the work: a tenth of one processor at most.
    private static let idleness = 9

    let network: Network
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var modelling = ForecastModelling(network: network)
            while !Task.isCancelled {
                let start = ContinuousClock.now
                do {
                    try await modelling.catchUp(at: Date())
                } catch is CancellationError {
                    return
                } catch {
                    // The database may be locked by an import; the next look finds the same to do.
                    logger.warning("forecasts not modelled", metadata: ["error": "\(error)"])
                }
                let work = ContinuousClock.now - start
                try? await Task.sleep(for: max(Self.interval, work * Self.idleness))
            }
        }
    }
}
