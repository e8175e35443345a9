import Foundation
import SampleTesting
import Storage

@testable import Server

/// A network over a file of its own, with the repository's layers and feeds.
struct OpenedNetwork {
    let folder: TemporaryFolder
    let configuration: ServerConfiguration
    let network: Network
    /// The file behind the network, as tests fill it and look into it.
    let store: SQLiteStore

    init() throws {
        folder = try TemporaryFolder()
        configuration = try ServerConfiguration(
            flags: [.database: folder.path("breathe.sqlite"), .resources: repository.path], environment: [:])
        network = try Network(configuration)
        guard let file = network.store as? SQLiteStore else { preconditionFailure("the store is another") }
        store = file
    }
}
