import GRDB
import PostgreSQL

/// A table as both databases have it.
struct MovedTable: Hashable, Sendable {
    struct Column: Hashable, Sendable {
        let name: String
        /// What PostgreSQL holds in it.
        let kind: StoredValue.Kind
    }

    let name: String
    /// Those of the file, in its order.
    let columns: [Column]
    /// The columns by which rows are put in the same order each time.
    let order: [String]
    /// The column whose values PostgreSQL counts by itself.
    let counted: String?
    /// Whether an inserted row changes others.
    let hasTriggers: Bool

    /// The name as PostgreSQL has it.
    var serverName: String { name.lowercased() }

    /// Reads rows of the file, from one on, counted from 0.
    func selection(from first: Int) -> String {
        """
        SELECT \(columns.map { "\"\($0.name)\"" }.joined(separator: ", ")) FROM "\(name)"
        ORDER BY \(order.map { "\"\($0)\"" }.joined(separator: ", ")) LIMIT \(Int64.max) OFFSET \(first)
        """
    }

    /// The columns with their names in PostgreSQL.
    var serverColumns: String { columns.map { "\"\($0.name.lowercased())\"" }.joined(separator: ", ") }

    /// Gives each value the kind of its column.
    ///
    /// - Throws: ``MoveRefusal/isUnfit(table:column:)``.
    func fitted(_ row: Row) throws(MoveRefusal) -> [StoredValue] {
        var values: [StoredValue] = []
        values.reserveCapacity(columns.count)
        for (column, value) in zip(columns, row.databaseValues.map(StoredValue.init)) {
            switch (value, column.kind) {
            case (.integer(let number), .real): values.append(.real(Double(number)))
            case _ where value == .null || value.kind == column.kind: values.append(value)
            default: throw .isUnfit(table: name, column: column.name)
            }
        }
        return values
    }
}

/// A table of a file.
struct FileTable {
    let name: String
    let columns: [String]
    /// The columns of the primary key; empty when there is none.
    let key: [String]

    /// The tables that hold what the network knows, by name.
    ///
    /// An R*Tree is one table: the tables within it are left out, as is what SQLite and the schema's steps note.
    static func all(in database: Database) throws -> [FileTable] {
        let tables = try Row.fetchAll(
            database,
            sql: """
                SELECT name, type = 'virtual' AS isVirtual FROM pragma_table_list
                WHERE schema = 'main' AND type IN ('table', 'virtual') AND substr(name, 1, 7) <> 'sqlite_'
                    AND name <> 'grdb_migrations'
                ORDER BY name
                """)
        return try tables.map { table in
            let (name, isVirtual): (String, Bool) = (table["name"], table["isVirtual"])
            let columns = try Row.fetchAll(
                database, sql: "SELECT name, pk FROM pragma_table_info(?) ORDER BY cid", arguments: [name])
            let names: [String] = columns.map { $0["name"] }
            let places: [Int] = columns.map { $0["pk"] }
            let key = zip(places, names).filter { $0.0 > 0 }.sorted { $0.0 < $1.0 }.map(\.1)
            // The first column of an R*Tree is its key.
            return FileTable(name: name, columns: names, key: isVirtual ? Array(names.prefix(1)) : key)
        }
    }
}

/// The tables of PostgreSQL, with names in small letters.
struct ServerTables {
    struct Column {
        let kind: StoredValue.Kind?
        let isCounted: Bool
    }

    private(set) var columns: [String: [String: Column]] = [:]
    /// The tables to which each table refers.
    private(set) var references: [String: Set<String>] = [:]
    /// The tables with triggers that run after a row was written, and may write others.
    private(set) var triggered: Set<String> = []

    init(_ runner: some QueryRunner) throws {
        let rows = try runner.rows(
            """
            SELECT class.relname AS home, attname AS name, format_type(atttypid, NULL) AS kind,
                attidentity <> '' AS isCounted
            FROM pg_attribute JOIN pg_class AS class ON class.oid = attrelid
            WHERE class.relnamespace = current_schema()::regnamespace AND class.relkind = 'r' AND attnum > 0
                AND NOT attisdropped
            """)
        for row in rows {
            columns[try row["home"], default: [:]][try row["name"]] = Column(
                kind: Self.kinds[try row["kind"]], isCounted: try row["isCounted"])
        }
        let bonds = try runner.rows(
            """
            SELECT child.relname AS child, parent.relname AS parent
            FROM pg_constraint JOIN pg_class AS child ON child.oid = conrelid
            JOIN pg_class AS parent ON parent.oid = confrelid
            WHERE contype = 'f' AND child.relnamespace = current_schema()::regnamespace AND conrelid <> confrelid
            """)
        for row in bonds { references[try row["child"], default: []].insert(try row["parent"]) }
        // A trigger fills a box from its fence.
        references["fencebox", default: []].insert("fence")
        let triggers = try runner.rows(
            """
            SELECT DISTINCT relname AS name FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
            WHERE NOT tgisinternal AND tgtype & 2 = 0 AND relnamespace = current_schema()::regnamespace
            """)
        triggered = Set(try triggers.map { try $0["name"] })
    }

    private static let kinds: [String: StoredValue.Kind] = [
        "bigint": .integer, "double precision": .real, "text": .text, "bytea": .blob,
    ]
}

/// What is moved, each table after those that it refers to.
struct MovePlan {
    let tables: [MovedTable]

    /// Compares the tables of both databases.
    ///
    /// PostgreSQL may have more tables, and more columns with a value of their own: the file knows nothing for them.
    ///
    /// - Throws: ``MoveRefusal/isMissing(_:)`` when it lacks one of the file's.
    init(from file: Database, to runner: some QueryRunner) throws {
        let server = try ServerTables(runner)
        let tables = try FileTable.all(in: file).map { try MovedTable($0, server) }
        self.tables = Self.ordered(tables, server.references)
    }

    private static func ordered(
        _ tables: [MovedTable], _ references: [String: Set<String>]
    ) -> [MovedTable] {
        var waiting = tables
        var order: [MovedTable] = []
        while !waiting.isEmpty {
            let missing = Set(waiting.map(\.serverName))
            let ready = waiting.filter { references[$0.serverName, default: []].isDisjoint(with: missing) }
            precondition(!ready.isEmpty, "tables refer to each other in a circle")
            order += ready
            waiting.removeAll { ready.contains($0) }
        }
        return order
    }
}

extension MovedTable {
    fileprivate init(_ table: FileTable, _ server: ServerTables) throws(MoveRefusal) {
        guard let known = server.columns[table.name.lowercased()]
        else { throw .isMissing("table \(table.name)") }
        var columns: [Column] = []
        for name in table.columns {
            guard let kind = known[name.lowercased()]?.kind
            else { throw .isMissing("column \(name) of the table \(table.name)") }
            columns.append(Column(name: name, kind: kind))
        }
        name = table.name
        self.columns = columns
        order = table.key.isEmpty ? table.columns : table.key
        counted = known.first { $0.value.isCounted }?.key
        hasTriggers = server.triggered.contains(table.name.lowercased())
    }
}
