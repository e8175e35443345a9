import Foundation
import SampleTesting
import Testing

@testable import Signing

/// Signatures, judged by the program `xmlsec1`.
struct XMLSignerTests {
    private static let document = """
        <?xml version="1.0" encoding="UTF-8"?>
        <alert xmlns="urn:example"><headline>Birch &amp; größer 😀</headline></alert>
        """

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs a program and returns its status.
    @discardableResult
    private func run(_ program: String, _ arguments: [String]) async throws -> Int32 {
        try await ChildProcess.run(URL(filePath: "/usr/bin/\(program)"), arguments).status
    }

    private func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: folder.path(name))))
    }

    /// Makes a key and a certificate of its own.
    private func makePair(_ name: String, _ kind: [String]) async throws {
        let status = try await run(
            "openssl",
            ["req", "-x509", "-nodes", "-days", "2", "-subj", "/CN=\(name)", "-newkey"] + kind + [
                "-keyout", folder.path("\(name).key"), "-out", folder.path("\(name).pem"),
            ])
        try #require(status == 0)
    }

    private func signer(key: String, certificate: String) throws -> XMLSigner {
        try XMLSigner(key: try bytes("\(key).key"), certificate: try bytes("\(certificate).pem"))
    }

    private func isVerified(_ document: [UInt8], trusting name: String) async throws -> Bool {
        let file = folder.path("signed-\(UUID()).xml")
        try Data(document).write(to: URL(filePath: file))
        return try await run("xmlsec1", ["--verify", "--trusted-pem", folder.path("\(name).pem"), file]) == 0
    }

    private static let curve = ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]

    @Test(arguments: [["rsa:2048"], curve, ["ec", "-pkeyopt", "ec_paramgen_curve:secp384r1"]])
    func `another program verifies what was signed, and finds what was changed`(kind: [String]) async throws {
        try await makePair("own", kind)
        try await makePair("other", kind)
        let signed = try signer(key: "own", certificate: "own").sign(Array(Self.document.utf8))
        #expect(try await isVerified(signed, trusting: "own"))
        #expect(try await !isVerified(signed, trusting: "other"))
        let text = String(decoding: signed, as: UTF8.self)
        #expect(text.contains("größer 😀"))
        let changed = text.replacing("Birch", with: "Grass")
        #expect(try await !isVerified(Array(changed.utf8), trusting: "own"))
    }

    @Test func `keys and certificates that do not do are refused in words`() async throws {
        try await makePair("own", ["rsa:2048"])
        try await makePair("other", ["rsa:2048"])
        try await makePair("curve", Self.curve)
        try await makePair("edwards", ["ed25519"])
        #expect(throws: XMLSigningMistake.pair) { try signer(key: "own", certificate: "other") }
        #expect(throws: XMLSigningMistake.pair) { try signer(key: "own", certificate: "curve") }
        #expect(throws: XMLSigningMistake.key) { try signer(key: "edwards", certificate: "edwards") }
        let (key, certificate) = (try bytes("own.key"), try bytes("own.pem"))
        let head = Array("-----BEGIN PRIVATE KEY-----\n".utf8)
        for broken in [[], [0], head, Array(key.dropLast(60)), certificate] {
            #expect(throws: XMLSigningMistake.key) {
                try XMLSigner(key: broken, certificate: certificate)
            }
        }
        for broken in [[], [0], Array(certificate.dropLast(60)), key] {
            #expect(throws: XMLSigningMistake.certificate) {
                try XMLSigner(key: key, certificate: broken)
            }
        }
        try await run(
            "openssl",
            [
                "pkey", "-in", folder.path("own.key"), "-aes256", "-passout", "pass:secret", "-out",
                folder.path("locked.key"),
            ])
        let locked = try bytes("locked.key")
        #expect(throws: XMLSigningMistake.key) { try XMLSigner(key: locked, certificate: certificate) }
    }

    @Test(arguments: ["", "text", "<a>", "<a></b>", "\u{0}", "<!DOCTYPE a SYSTEM 'file:///etc/passwd'>"])
    func `only XML is signed`(text: String) async throws {
        try await makePair("own", Self.curve)
        let signer = try signer(key: "own", certificate: "own")
        #expect(throws: XMLSigningMistake.document) { try signer.sign(Array(text.utf8)) }
    }
}
