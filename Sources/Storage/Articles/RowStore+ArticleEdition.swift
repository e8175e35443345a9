extension RowStore {
    /// A number that changes with what readers see, whichever program changed it.
    package func articleEdition() async throws -> Int64 {
        try await glanceRows { try $0.value("SELECT number FROM articleEdition") ?? 0 }
    }
}
