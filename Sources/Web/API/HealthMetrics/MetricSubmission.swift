import Allergens
import Feeds
import Foundation
import HTTP
import HealthMetrics

/// Values as they were sent, in a form of our own, in that of Health Auto Export, or as a table.
///
/// A value that cannot be read is left out and named; the others are kept.
struct MetricSubmission {
    /// The most values at once, and the most figures of days.
    static let limit = 10_000

    /// A value that could not be read.
    struct Unread {
        let pointer: String
        let reason: MetricReceipt.Reason
        let detail: String
    }

    /// The names that the sender used and that are not kept here, such as a count of steps.
    private(set) var ignored: Set<String> = []
    private(set) var unread: [Unread] = []
    /// The place of each value in what was sent.
    private(set) var pointers: [String] = []
    private(set) var summaryPointers: [String] = []
    private var metrics: [Metric] = []
    private var summaries: [MetricBatch.Summary] = []

    var batch: MetricBatch { MetricBatch(metrics, summaries: summaries) }

    /// Reads a JSON document: our own, or Health Auto Export's with the member `data`.
    init(document: Data) throws {
        if let probe = try? JSON.decode(HealthAutoExport.Probe.self, from: document), probe.data != nil {
            let export = try JSON.decode(HealthAutoExport.self, from: document)
            try Self.check(export.data.metrics.reduce(0) { $0 + $1.data.count })
            add(export)
            return
        }
        let own = try JSON.decodeStrictly(MetricDocument.self, from: document)
        try Self.check(own.values?.count ?? 0)
        try Self.check(own.days?.count ?? 0)
        for (index, value) in (own.values ?? []).enumerated() {
            add(value, at: "/values/\(index)")
        }
        for (index, figures) in (own.days ?? []).enumerated() { add(figures, at: "/days/\(index)") }
    }

    /// Reads a table with the columns `time`, `kind` and `value`, and perhaps `unit` and `source`.
    init(table: [UInt8]) throws {
        let rows: [TextTable.Row]
        do {
            rows = try TextTable(
                table, required: ["time", "kind", "value"], optional: ["unit", "source"]
            ).rows
        } catch {
            throw Problem(.unreadableFile, error.sentence)
        }
        try Self.check(rows.count)
        for row in rows {
            add(
                MetricDocument.Value(
                    kind: row["kind"] ?? "", value: row["value"].flatMap(Self.number), unit: row["unit"],
                    time: row["time"] ?? "", source: row["source"]),
                at: "line \(row.line)")
        }
    }

    private static func check(_ count: Int) throws {
        guard count <= limit
        else { throw Problem(.contentTooLarge, "At most \(limit) values are taken at once.") }
    }

    /// Refuses what holds nothing at all.
    func check() throws {
        guard !metrics.isEmpty || !summaries.isEmpty || !unread.isEmpty || !ignored.isEmpty
        else { throw Problem(.invalidMetrics, "There is no value in it.") }
    }

    /// A number with a point or a comma.
    private static func number(_ text: String) -> Double? {
        Double(text.replacing(",", with: ".")).flatMap { $0.isFinite ? $0 : nil }
    }
}

extension MetricSubmission {
    private mutating func leaveOut(_ pointer: String, _ reason: MetricReceipt.Reason, _ detail: String) {
        unread.append(Unread(pointer: pointer, reason: reason, detail: detail))
    }

    private mutating func add(_ sent: MetricDocument.Value, at pointer: String) {
        guard let kind = kind(sent.kind, at: pointer), let source = source(sent.source, at: pointer)
        else { return }
        guard let time = Date(rfc3339: sent.time) ?? Date(spaced: sent.time) else {
            return leaveOut(
                pointer, .time, "time is as in RFC 3339, such as 2026-04-08T13:00:00+02:00.")
        }
        guard let number = sent.value else { return leaveOut(pointer, .value, "value is a number.") }
        guard let value = MetricUnit.value(number, in: sent.unit, of: kind) else {
            return leaveOut(pointer, .unit, "This is measured in \(kind.unit), not in “\(sent.unit ?? "")”.")
        }
        add(Metric(kind, value, time: time, source: source), at: pointer)
    }

    private mutating func add(_ metric: Metric, at pointer: String) {
        metrics.append(metric)
        pointers.append(pointer)
    }

    private mutating func add(_ sent: MetricDocument.Figures, at pointer: String) {
        guard let kind = kind(sent.kind, at: pointer), let source = source(sent.source, at: pointer)
        else { return }
        guard let day = CivilDate(sent.day)
        else { return leaveOut(pointer, .time, "day is a day of the calendar as YYYY-MM-DD.") }
        let numbers = [sent.low, sent.mean, sent.high].map {
            MetricUnit.value($0, in: sent.unit, of: kind)
        }
        guard let low = numbers[0], let mean = numbers[1], let high = numbers[2] else {
            return leaveOut(pointer, .unit, "This is measured in \(kind.unit), not in “\(sent.unit ?? "")”.")
        }
        guard low <= mean, mean <= high, (1...1_000_000).contains(sent.count) else {
            return leaveOut(
                pointer, .value, "low is at most mean, mean at most high, and count 1 to 1,000,000.")
        }
        let figures = MetricFigures(
            count: sent.count, mean: mean, range: low...high,
            lastTime: day.startInUTC.addingTimeInterval(86_399))
        summaries.append(MetricBatch.Summary(day, MetricSeries(kind: kind, source: source), figures))
        summaryPointers.append(pointer)
    }

    private mutating func kind(_ name: String, at pointer: String) -> MetricKind? {
        if let kind = MetricKind(rawValue: name) { return kind }
        leaveOut(pointer, .kind, "kind is one of \(MetricKind.names).")
        return nil
    }

    private mutating func source(_ name: String?, at pointer: String) -> String? {
        let sent = name ?? ""
        let name = sent.trimmingCharacters(in: .whitespaces)
        let isPlain =
            sent.unicodeScalars.count <= Metric.sourceLength
            && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        if isPlain { return name }
        leaveOut(
            pointer, .source, "source has at most \(Metric.sourceLength) characters, none of them control.")
        return nil
    }

    private mutating func add(_ export: HealthAutoExport) {
        for (index, sent) in export.data.metrics.enumerated() {
            let kinds = HealthAutoExport.kinds[sent.name] ?? []
            if kinds.isEmpty { ignored.insert(String(sent.name.prefix(Metric.sourceLength))) }
            for (place, point) in sent.data.enumerated() {
                for (kind, member) in kinds {
                    add(point, member, of: kind, in: sent.units, at: "/data/metrics/\(index)/data/\(place)")
                }
            }
        }
        for (name, list) in [
            ("symptoms", export.data.symptoms), ("medications", export.data.medications),
            ("workouts", export.data.workouts),
        ] where list?.isEmpty == false { ignored.insert(name) }
    }

    private mutating func add(
        _ point: HealthAutoExport.Point, _ member: HealthAutoExport.Member, of kind: MetricKind,
        in unit: String?, at pointer: String
    ) {
        // Several devices are named with bars between them.
        let named = String((point.source ?? "Health Auto Export").prefix(Metric.sourceLength))
        guard let source = source(named, at: pointer) else { return }
        guard let time = Date(spaced: point.date) ?? Date(rfc3339: point.date)
        else { return leaveOut(pointer, .time, "date is as in 2026-04-08 13:00:00 +0200.") }
        guard let number = point.number(member) else {
            return leaveOut(pointer, .value, "There is no number where one is expected.")
        }
        let numbers = [number, point.low ?? number, point.high ?? number].map {
            MetricUnit.value($0, in: unit, of: kind)
        }
        guard let value = numbers[0], let low = numbers[1], let high = numbers[2] else {
            return leaveOut(pointer, .unit, "This is measured in \(kind.unit), not in “\(unit ?? "")”.")
        }
        let range = min(low, value)...max(high, value)
        add(Metric(kind, value, range: range, time: time, source: source), at: pointer)
    }
}

extension Date {
    /// Reads a time such as `2026-04-08 13:00:00 +0200`, as Apple's and other programs write it.
    fileprivate init?(spaced text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 3, let zone = parts[2].wholeMatch(of: /([+-]\d\d):?(\d\d)/) else { return nil }
        self.init(rfc3339: "\(parts[0])T\(parts[1])\(zone.1):\(zone.2)")
    }
}
