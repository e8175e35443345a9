import Foundation
import Geography
import Observations

/// The meaning of a column in a table of stations.
enum StationColumn: String, CaseIterable, CodingKey {
    case id, name, longitude, latitude, altitude
}

/// The grammar of a table of stations.
struct StationTableFormat: Sendable {
    let encoding: TextEncoding
    let separators: [UInt8]
    /// The name of each column.
    ///
    /// The altitude is optional.
    let columns: [StationColumn: String]
    let ignored: Set<String>
    let timeZone: TimeZone
    let prefix: String

    init(_ members: KeyedDecodingContainer<FeedDocument.Member>, of decoder: any Decoder) throws {
        let encodingName = try members.decode(String.self, forKey: .encoding)
        encoding = try TextEncoding.choice(encodingName, from: decoder, at: "encoding")
        separators = try FeedFormat.separators(members.decode([String].self, forKey: .separators), decoder)
        columns = try members.decode(StationColumns.self, forKey: .columns).names
        let ignored = try members.decodeIfPresent([String: String].self, forKey: .ignored) ?? [:]
        self.ignored = Set(ignored.keys.map { $0.lowercased() })
        timeZone = try FeedGrammar.timeZone(members, of: decoder)
        prefix = try members.decodeIfPresent(String.self, forKey: .prefix) ?? ""
    }
}

private struct StationColumns: Decodable {
    let names: [StationColumn: String]

    init(from decoder: any Decoder) throws {
        let members = try decoder.members(StationColumn.self)
        var names: [StationColumn: String] = [:]
        for column in StationColumn.allCases where column != .altitude || members.contains(column) {
            names[column] = try members.decode(String.self, forKey: column)
        }
        self.names = names
    }
}

/// Reads a table of stations, one per row.
struct StationTable {
    let format: StationTableFormat
    let maker: StationMaker
    private var splitter: RowSplitter
    private var columns: [StationColumn: Int] = [:]
    private var names: [String] = []
    private(set) var batch = Submission()

    /// Reads the bytes of a file.
    static func read(
        _ bytes: [UInt8], as format: StationTableFormat, by maker: StationMaker
    ) throws(FeedFailure) -> Submission {
        let span = bytes.span
        guard let first = format.separators.first else { preconditionFailure("a separator was asked for") }
        // Choose the separator that yields the most cells in the first row.
        var best = (separator: first, cells: 0)
        for separator in format.separators {
            var trial = RowSplitter(separator: separator)
            if try trial.splitRow(in: span, at: 0, isLast: true) != nil, trial.cells.count > best.cells {
                best = (separator, trial.cells.count)
            }
        }
        var table = StationTable(format: format, maker: maker, separator: best.separator)
        var offset = 0
        while let next = try table.splitter.splitRow(in: span, at: offset, isLast: true) {
            offset = next
            if !table.splitter.isBlank { try table.readRow(of: span) }
        }
        guard !table.columns.isEmpty else { throw .empty }
        table.batch.bytesRead = bytes.count
        return table.batch
    }

    private init(format: StationTableFormat, maker: StationMaker, separator: UInt8) {
        self.format = format
        self.maker = maker
        splitter = RowSplitter(separator: separator)
    }

    private mutating func readRow(of bytes: Span<UInt8>) throws(FeedFailure) {
        var texts: [String] = []
        for cell in splitter.cells {
            guard let text = format.encoding.text(of: bytes.bytes(of: cell)) else {
                throw .unreadableHeader(encoding: format.encoding.rawValue)
            }
            texts.append(text)
        }
        guard !columns.isEmpty else { return try readHeader(texts) }
        batch.tally.rows += 1
        do {
            func text(_ column: StationColumn) -> String? {
                guard let index = columns[column], index < texts.count, !texts[index].isEmpty else {
                    return nil
                }
                return texts[index]
            }
            batch.stations.append(
                try maker.station(
                    id: text(.id), prefix: format.prefix, name: text(.name), longitude: text(.longitude),
                    latitude: text(.latitude), altitude: text(.altitude), timeZone: nil))
        } catch {
            batch.tally.reject(
                RejectedRow(
                    line: splitter.line,
                    column: StationColumn(rawValue: error.member).flatMap { format.columns[$0] }
                        ?? error.member,
                    value: error.value, rejection: error.rejection))
        }
    }

    private mutating func readHeader(_ names: [String]) throws(FeedFailure) {
        for (index, name) in names.enumerated() where !name.isEmpty {
            let plain = name.trimmingCharacters(in: ["\u{FEFF}"])
            if let column = format.columns.first(where: { $0.value.lowercased() == plain.lowercased() }) {
                guard columns.updateValue(index, forKey: column.key) == nil else {
                    throw .repeatedColumn(plain)
                }
            } else if !format.ignored.contains(plain.lowercased()) {
                throw .unknownColumn(plain, allowed: format.columns.values.sorted() + format.ignored.sorted())
            }
        }
        for (column, name) in format.columns where column != .altitude && columns[column] == nil {
            throw .missingColumn(name, found: names)
        }
    }
}
