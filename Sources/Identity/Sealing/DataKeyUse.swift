/// The number of values sealed under a data key.
package struct DataKeyUse: Hashable, Sendable {
    package let key: DataKey.ID
    /// The counts by column, such as `fence.sealed`, without columns that have none.
    package let values: [String: Int]

    package init(key: DataKey.ID, values: [String: Int]) {
        self.key = key
        self.values = values
    }

    package var count: Int { values.values.reduce(0, +) }
}
