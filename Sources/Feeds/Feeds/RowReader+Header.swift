import Foundation

extension RowReader {
    /// A row above the readings, split by the separator that gives it the most cells.
    private typealias TopRow = (splitter: RowSplitter, end: Int)

    /// Finds the header, which is the first row, or the first with the needed columns if others may stand
    /// above it.
    mutating func readHeader(of bytes: Span<UInt8>, isLast: Bool) throws(FeedFailure) -> Int? {
        var offset = try FeedStart.skipByteOrderMark(of: bytes)
        var line = 1
        var failure: (reason: FeedFailure, cells: Int)?
        var isWhole = true
        for _ in 0...format.linesAbove {
            guard let row = try topRow(of: bytes, at: offset, line: line, isLast: isLast) else {
                isWhole = isLast || bytes.count >= FeedLimits.rowBytes
                break
            }
            do throws(FeedFailure) {
                header = try readHeader(row.splitter.cells, of: bytes)
                splitter = row.splitter
                return row.end
            } catch {
                if row.splitter.cells.count > failure?.cells ?? 0 {
                    failure = (error, row.splitter.cells.count)
                }
            }
            (offset, line) = (row.end, row.splitter.followingLine)
        }
        // A file that goes on may still have its header below.
        if let failure, isWhole { throw failure.reason }
        if isLast { throw .empty }
        // Otherwise endless blank rows would be buffered for a header that never comes.
        guard bytes.count < FeedLimits.rowBytes else { throw .noHeader }
        return nil
    }

    private func readHeader(_ cells: [Cell], of bytes: Span<UInt8>) throws(FeedFailure) -> Header {
        var names: [String] = []
        for cell in cells {
            do {
                names.append(try bytes.text(of: cell, in: format.encoding))
            } catch {
                throw .unreadableHeader(encoding: format.encoding.rawValue)
            }
        }
        // Spreadsheets write empty columns at the end of every line.
        while names.last?.isEmpty == true { names.removeLast() }
        return try Header(names: names, format: format, stationIsKnown: stationIsKnown)
    }

    private func topRow(
        of bytes: Span<UInt8>, at start: Int, line: Int, isLast: Bool
    ) throws(FeedFailure) -> TopRow? {
        var best: TopRow?
        for separator in format.separators {
            let splitter = RowSplitter(separator: separator, line: line)
            guard let row = try firstRow(of: bytes, at: start, by: splitter, isLast: isLast) else { continue }
            if row.splitter.cells.count > best?.splitter.cells.count ?? 0 { best = row }
        }
        return best
    }

    private func firstRow(
        of bytes: Span<UInt8>, at start: Int, by splitter: RowSplitter, isLast: Bool
    ) throws(FeedFailure) -> TopRow? {
        var splitter = splitter
        var offset = start
        while let next = try splitter.splitRow(in: bytes, at: offset, isLast: isLast) {
            if !splitter.isBlank { return (splitter, next) }
            offset = next
        }
        return nil
    }
}

/// Checks the first bytes of a file.
private enum FeedStart {
    static func skipByteOrderMark(of bytes: Span<UInt8>) throws(FeedFailure) -> Int {
        if bytes.count >= 2, (bytes[0] == 0xFF && bytes[1] == 0xFE) || (bytes[0] == 0xFE && bytes[1] == 0xFF)
        {
            throw .utf16
        }
        return bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
    }
}
