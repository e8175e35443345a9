import Foundation
import Testing

/// The test's own certificate authority, made with OpenSSL's command, which certifies any name.
struct TestAuthority: Sendable {
    /// A host's certificate, and its private key.
    struct Certificate: Sendable {
        let chain: URL
        let key: URL
    }

    /// The authority's own certificate in PEM.
    let file: URL
    private let key: URL
    private let folder: URL

    init(in folder: URL) async throws {
        self.folder = folder
        file = folder.appending(path: "authority-\(UUID().uuidString).pem")
        key = file.appendingPathExtension("key")
        try await Self.request(
            file, key, in: folder,
            ["-subj", "/CN=Test authority", "-addext", "keyUsage=critical,keyCertSign"])
    }

    /// Certifies a name, such as `DNS:hooks.example` or `IP:127.0.0.1`.
    func certificate(for name: String) async throws -> Certificate {
        let chain = folder.appending(path: "host-\(UUID().uuidString).pem")
        let key = chain.appendingPathExtension("key")
        try await Self.request(
            chain, key, in: folder,
            [
                "-CA", file.path, "-CAkey", self.key.path, "-subj", "/CN=Test host", "-addext",
                "subjectAltName=\(name)", "-addext", "basicConstraints=critical,CA:FALSE",
            ])
        return Certificate(chain: chain, key: key)
    }

    private static func request(
        _ file: URL, _ key: URL, in folder: URL, _ options: [String]
    ) async throws {
        let outcome = try await Program.run(
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                "-days",
                "2", "-keyout", key.path, "-out", file.path,
            ] + options, in: folder, file: URL(filePath: "/usr/bin/openssl"))
        try #require(outcome.status == 0, "\(outcome.errors)")
    }
}
