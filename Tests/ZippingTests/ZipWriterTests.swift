import Foundation
import SampleTesting
import Testing
import Zipping

@Suite struct ZipWriterTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The names and contents of a zip file, in order, as Python's independent reader finds them.
    private func contents(of file: URL) async throws -> [String] {
        let script = """
            import sys, zipfile
            with zipfile.ZipFile(sys.argv[1]) as file:
                assert file.testzip() is None
                for entry in file.infolist():
                    print(entry.filename + "=" + file.read(entry).decode()[:40])
            """
        let output = try await Python.run(script, [file.path(percentEncoded: false)], input: Data())
        return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func `another program reads the written file, with names beyond ASCII too`() async throws {
        let file = folder.url.appending(path: "all.zip")
        let writer = try ZipWriter(to: file)
        try writer.add(try folder.file("one", holding: "eins"), as: "one.txt")
        try writer.add(
            try folder.file("two", holding: String(repeating: "zwei", count: 100_000)), as: "Plätze/zwei.txt")
        try writer.close()
        #expect(
            try await contents(of: file) == [
                "one.txt=eins", "Plätze/zwei.txt=" + String(repeating: "zwei", count: 10),
            ])
        let size = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
        #expect(size < 4_000, "\(size) bytes")
    }

    @Test func `a writer that is not closed leaves no file`() throws {
        let file = folder.url.appending(path: "none.zip")
        do {
            let writer = try ZipWriter(to: file)
            try writer.add(try folder.file("one", holding: "eins"), as: "one.txt")
        }
        #expect(!FileManager.default.fileExists(atPath: file.path(percentEncoded: false)))
    }

    @Test func `an obstacle is reported with the reason`() throws {
        let file = try folder.file("there.zip", holding: "")
        let failure = #expect(throws: ZipFailure.self) { _ = try ZipWriter(to: file) }
        #expect(failure?.reason == "File already exists")
        let writer = try ZipWriter(to: folder.url.appending(path: "new.zip"))
        try writer.add(folder.url.appending(path: "missing"), as: "missing.txt")
        var reason: String?
        do throws(ZipFailure) { try writer.close() } catch { reason = error.reason }
        #expect(reason?.isEmpty == false)
    }
}
