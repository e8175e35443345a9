import API
import Authentication
package import Authoring
package import Foundation
import HTTP
package import Help
import People
import Portraits
import Synchronization

/// Makes portraits of uploaded pictures and cleans others, one at a time on a low-priority thread.
package final class PortraitService: Sendable {
    /// The most pictures that may wait, each of at most 10 MiB.
    private static let capacity = 8

    private actor Desk {
        private let thread = LowPriorityThread(named: "portraits")

        nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

        func portrait(of file: [UInt8]) throws(PortraitMistake) -> [UInt8] { try Portrait(file).png }

        func cleaned(_ file: [UInt8]) throws(PortraitMistake) -> CleanPicture { try CleanPicture(file) }

        func scaled(_ file: [UInt8], to edge: Int) throws(PortraitMistake) -> [UInt8] {
            try ScaledPicture(file, to: edge).bytes
        }
    }

    static let shared = PortraitService()

    private let service = Desk()
    private let waiting = Mutex(0)

    /// Returns the portrait as PNG.
    ///
    /// - Throws: A `Problem` that says what is wrong with the file, or `AccountRefusal.busy(wait:)`.
    func portrait(of file: Data) async throws -> Data {
        try enter()
        defer { leave() }
        do {
            return Data(try await service.portrait(of: Array(file)))
        } catch {
            throw Problem(.invalidPicture, error.sentence)
        }
    }

    /// Returns the same picture without anything but its pixels.
    ///
    /// - Throws: A `Problem` that says what is wrong with the file, or `AccountRefusal.busy(wait:)`.
    package func cleaned(_ picture: Data) async throws -> CleanedFile {
        try enter()
        defer { leave() }
        do {
            let clean = try await service.cleaned(Array(picture))
            return CleanedFile(PersonalDocument.Format(clean.kind), Data(clean.bytes))
        } catch {
            throw Problem(.invalidDocument, error.sentence)
        }
    }

    /// Returns the same picture with neither edge longer than `edge` pixels; `nil` while too many others wait.
    ///
    /// - Throws: A `Problem` that says what is wrong with the file.
    package func scaled(_ picture: ManuscriptPicture, to edge: Int) async throws -> ManuscriptPicture? {
        guard enters() else { return nil }
        defer { leave() }
        do {
            return ManuscriptPicture(picture.format, try await service.scaled(picture.bytes, to: edge))
        } catch {
            throw Problem(.invalidPicture, error.sentence)
        }
    }

    private func enter() throws {
        guard enters() else { throw AccountRefusal.busy(wait: .seconds(5)) }
    }

    /// Joins those that wait, if there is room.
    private func enters() -> Bool {
        waiting.withLock { waiting in
            guard waiting < Self.capacity else { return false }
            waiting += 1
            return true
        }
    }

    private func leave() { waiting.withLock { $0 -= 1 } }
}

extension PersonalDocument.Format {
    fileprivate init(_ kind: PictureSize.Kind) {
        switch kind {
        case .png: self = .png
        case .jpeg: self = .jpeg
        case .webP: self = .webP
        }
    }
}

extension PortraitMistake {
    fileprivate var sentence: String {
        switch self {
        case .kind: "A picture is a PNG, JPEG or WebP file."
        case .size: "A picture has at most 16 million pixels."
        case .damaged: "The file is damaged."
        }
    }
}
