import Observations

/// How a feed writes its decimal mark, and what it puts between groups of three digits.
enum NumberForm: String, CaseIterable {
    case point = "1234.5"
    case comma = "1234,5"
    case pointAndComma = "1,234.5"
    case commaAndPoint = "1.234,5"
    case pointAndApostrophe = "1'234.5"
    case commaAndBlank = "1 234,5"

    /// The byte before decimals.
    var decimalMark: UInt8 {
        switch self {
        case .point, .pointAndComma, .pointAndApostrophe: UInt8(ascii: ".")
        case .comma, .commaAndPoint, .commaAndBlank: UInt8(ascii: ",")
        }
    }

    /// The byte between groups of three digits.
    var groupMark: UInt8? {
        switch self {
        case .point, .comma: nil
        case .pointAndComma: UInt8(ascii: ",")
        case .commaAndPoint: UInt8(ascii: ".")
        case .pointAndApostrophe: UInt8(ascii: "'")
        case .commaAndBlank: UInt8(ascii: " ")
        }
    }

    /// Returns the number with a decimal point and without groups, or `nil` if a group has not three digits.
    func plain(_ bytes: [UInt8]) -> [UInt8]? {
        let parts = bytes.split(separator: decimalMark, maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first else { return nil }
        var plain: [UInt8] = []
        if let groupMark, whole.contains(groupMark) {
            let groups = whole.split(separator: groupMark, omittingEmptySubsequences: false)
            guard groups.dropFirst().allSatisfy({ $0.count == 3 && $0.allSatisfy(Self.isDigit) }),
                let first = groups.first, (1...4).contains(first.count)
            else { return nil }
            plain = groups.flatMap(\.self)
        } else {
            plain = Array(whole)
        }
        guard parts.count == 2 else { return plain.contains(UInt8(ascii: ".")) ? nil : plain }
        guard !plain.contains(UInt8(ascii: ".")), !parts[1].contains(UInt8(ascii: ".")) else { return nil }
        return plain + [UInt8(ascii: ".")] + parts[1]
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

extension Span<UInt8> {
    /// Parses a number as the feed writes it.
    func number(of cell: Cell, as form: NumberForm) throws(ReadingRejection) -> Double {
        guard form != .point else { return try number(of: cell) }
        guard let plain = form.plain(bytes(of: cell)) else {
            throw .unreadable("not a number such as \(form.rawValue)")
        }
        return try FeedNumber.parse(String(decoding: plain, as: UTF8.self))
    }
}
