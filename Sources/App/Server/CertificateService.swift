import API
import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

/// Reads the certificate and its key again when their files change, or when the process is told to (SIGHUP).
///
/// Connections that are open go on. Files that cannot be used are reported, and what was read before stays in use.
struct CertificateService: Service {
    /// How often the files are looked at: whoever renews a certificate does so weeks before it ends.
    static let interval = Duration.seconds(60)
    /// How long before its end a certificate is complained about.
    static let notice = TimeInterval(7 * 86_400)

    let identity: TLSIdentity
    let now: @Sendable () -> Date
    let logger: Logger

    /// Warns of a certificate that is over, or soon will be.
    func warn() {
        let left = identity.lastDay.timeIntervalSince(now())
        let metadata: Logger.Metadata = ["until": "\(identity.lastDay.formatted(.iso8601))"]
        if left <= 0 {
            logger.warning("the certificate has expired", metadata: metadata)
        } else if left < Self.notice {
            logger.warning("the certificate expires soon", metadata: metadata)
        }
    }

    func run() async throws {
        warn()
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await _ in await UnixSignalsSequence(trapping: .sighup) { reload() }
                }
                group.addTask { await watch() }
            }
        }
    }

    private func watch() async {
        var seen = identity.changes
        while (try? await Task.sleep(for: Self.interval)) != nil {
            let changes = identity.changes
            guard changes != seen else { continue }
            seen = changes
            reload()
        }
    }

    private func reload() {
        do {
            try identity.reload()
            logger.info("the certificate was read again")
            warn()
        } catch {
            logger.error("the certificate cannot be used", metadata: ["reason": "\(error)"])
        }
    }
}
