import Atlas
import Logging
import ServiceLifecycle
import Storage

/// Lets the maps follow when another process, such as an import by command, writes to the database.
struct ForeignWriteWatcher: Service {
    /// How long a map may lag behind another process.
    static let interval = Duration.seconds(1)

    let archive: Archive
    let fields: FieldStore
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var last: Int64?
            while !Task.isCancelled {
                do {
                    let version = try await archive.foreignVersion()
                    if let last, last != version { fields.noteEverything() }
                    last = version
                } catch is CancellationError {
                    return
                } catch {
                    // The database may be locked by an import; the next look will tell.
                    logger.warning("foreign writes not checked", metadata: ["error": "\(error)"])
                }
                try? await Task.sleep(for: Self.interval)
            }
        }
    }
}
