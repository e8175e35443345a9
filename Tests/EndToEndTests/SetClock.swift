import Foundation

/// A clock that the program uses instead of the computer's, through Debian's libfaketime.
struct SetClock: Sendable {
    /// Contains the time in UTC; writing it sets the clock, which stands still otherwise.
    let file: URL
    private let library: String

    private struct Failure: Error, CustomStringConvertible {
        let description = "libfaketime is missing: `scripts/setup --test` installs it"
    }

    /// Makes a clock that shows a time of UTC, such as `2026-04-10 08:00:00`.
    init(_ time: String, in workspace: Workspace) throws {
        let roots = URL(filePath: "/usr/lib")
        let folders = try FileManager.default.contentsOfDirectory(at: roots, includingPropertiesForKeys: nil)
        let places = folders.map { $0.appending(path: "faketime/libfaketimeMT.so.1").path }
        guard let found = places.first(where: FileManager.default.fileExists) else { throw Failure() }
        library = found
        file = URL(filePath: try workspace.file("clock", time + "\n"))
    }

    /// Makes a clock that shows a moment, in whole seconds.
    init(at moment: Date, in workspace: Workspace) throws {
        try self.init(Self.words(for: moment), in: workspace)
    }

    /// Sets the clock at once, so that nobody reads half of a time.
    func set(to moment: Date) throws {
        try Data((Self.words(for: moment) + "\n").utf8).write(to: file, options: .atomic)
    }

    private static func words(for moment: Date) -> String {
        String(moment.formatted(.iso8601).prefix(19)).replacing("T", with: " ")
    }

    /// The environment for a process that uses the clock; its waits take as long as ever.
    var environment: [String: String] {
        [
            "LD_PRELOAD": library, "FAKETIME_TIMESTAMP_FILE": file.path, "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1", "TZ": "UTC",
        ]
    }
}
