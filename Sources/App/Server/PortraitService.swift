import API
import Authentication
import Foundation
import HTTP
import People
import Portraits
import Synchronization

/// Makes portraits of uploaded pictures, one at a time on a low-priority thread.
final class PortraitService: Sendable {
    /// The most pictures that may wait, each of 5 MiB.
    private static let capacity = 8

    private actor Desk {
        private let thread = LowPriorityThread(named: "portraits")

        nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

        func portrait(of file: [UInt8]) throws(PortraitMistake) -> [UInt8] { try Portrait(file).png }
    }

    static let shared = PortraitService()

    private let service = Desk()
    private let waiting = Mutex(0)

    /// Returns the portrait as PNG.
    ///
    /// - Throws: A `Problem` that says what is wrong with the file, or `AccountRefusal.busy(wait:)`.
    func portrait(of file: Data) async throws -> Data {
        try waiting.withLock { waiting in
            guard waiting < Self.capacity else { throw AccountRefusal.busy(wait: .seconds(5)) }
            waiting += 1
        }
        defer { waiting.withLock { $0 -= 1 } }
        do {
            return Data(try await service.portrait(of: Array(file)))
        } catch {
            throw Problem(.invalidPicture, error.sentence)
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
