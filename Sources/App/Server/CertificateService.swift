import API
import Foundation
import HTTP
import Logging
import ServiceLifecycle
import UnixSignals

/// Reloads the certificate and its key when their files change, or on SIGHUP.
///
/// Open connections continue. Unusable files are reported, and the previous certificate stays in use.
struct CertificateService: Service {
    /// How often to check the files.
    ///
    /// Certificates are renewed weeks before they expire.
    static let interval = Duration.seconds(60)
    /// How long before its expiry to warn about a certificate.
    static let notice = TimeInterval(7 * 86_400)

    let identity: TLSIdentity
    let now: @Sendable () -> Date
    let logger: Logger

    /// Warns about a certificate that has expired or soon will.
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
