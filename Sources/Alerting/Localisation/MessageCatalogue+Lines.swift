import Alerts
import Allergens
import Foundation

/// The sentences of a message.
extension MessageCatalogue {
    /// The values for headlines and titles.
    func values(of alert: Alert) -> [MessageKey.Variable: String] {
        var values: [MessageKey.Variable: String] = [
            .allergens: figures.capitalised(names(of: alert.allergens)),
            .count: figures.number(alert.reports),
        ]
        guard let finding = alert.finding else { return values }
        values[.station] = finding.stationName
        values[.day] = figures.shortDay(finding.day)
        guard let level = alert.level else { return values }
        values[.level] = words(.level(level))
        values[.value] = value(finding.value, of: alert)
        values[.basis] = words(.basis(finding.basis))
        return values
    }

    private func value(_ value: Double, of alert: Alert) -> String {
        guard let unit = unit(of: alert) else { return figures.number(value) }
        return words(.value, [.number: figures.number(value), .unit: words(.unit(unit))])
    }

    /// What is known: a value and its source, or what people report.
    func facts(of alert: Alert) -> [String] {
        guard let finding = alert.finding, alert.level != nil || alert.isDisowned
        else { return testimony(of: alert) }
        let source: MessageKey = .source(alert.kind == .forecast ? .forecast : .station, finding.basis)
        return [
            words(alert.isDisowned ? .disowned : .finding(alert.message), values(of: alert)),
            words(source, [.station: finding.stationName, .day: figures.day(finding.day)]),
        ]
    }

    private func testimony(of alert: Alert) -> [String] {
        guard alert.message != .cancel else { return [words(.withdrawn)] }
        let people = words(
            .reported(alert.subject),
            [.allergens: names(of: alert.allergens), .count: figures.number(alert.reports)],
            count: alert.reports)
        guard let testimony = alert.testimony else { return [people] }
        var lines = [people]
        if !testimony.symptoms.isEmpty {
            let symptoms = testimony.symptoms.map { words(.symptom($0)) }
            lines.append(words(.symptoms, [.symptoms: figures.list(symptoms)]))
        }
        if testimony.confirmations > 0 {
            let count = testimony.confirmations
            lines.append(words(.confirmed, [.count: figures.number(count)], count: count))
        }
        if let comment = testimony.comment { lines.append(words(.comment, [.comment: quoted(comment)])) }
        return lines
    }

    /// Why an alert concerns a reader: the places, and the allergen of the profile.
    func reasons(for alert: Alert, concern: LedgerEntry.Concern) -> [String] {
        var lines: [String] = []
        if !concern.fences.isEmpty {
            var values: [MessageKey.Variable: String] = [
                .fences: figures.list(concern.fences.map(quoted))
            ]
            values[.distance] = concern.distance.map(figures.distance)
            let nearness = Self.nearness(of: alert, distance: concern.distance)
            lines.append(words(.place(nearness), values, count: concern.fences.count))
        }
        if let profile = concern.crossReaction {
            let confused = alert.allergens.filter { isConfused($0, with: profile) }
            if !confused.isEmpty {
                let names = names(of: confused)
                lines.append(words(.crossReaction, [.profile: name(of: profile), .allergens: names]))
            }
        }
        return lines
    }

    private func isConfused(_ allergen: Allergen.ID, with other: Allergen.ID) -> Bool {
        guard allergen != other, let group = taxonomy[allergen]?.crossReaction else { return false }
        return taxonomy[other]?.crossReaction == group
    }

    private static func nearness(of alert: Alert, distance: Double?) -> MessageKey.Nearness {
        guard alert.finding != nil, let distance else { return .reports }
        // At the station itself there is no distance to mention.
        if alert.finding?.gauge == .field { return distance > 0 ? .modelled : .reports }
        return distance > 0 ? .away : .inside
    }

    /// Which earlier alert this one replaces or cancels.
    func references(of alert: Alert, in timeZone: TimeZone) -> [String] {
        guard let reference = alert.reference, alert.message != .alert else { return [] }
        return [
            words(.refers(alert.message), [.time: figures.moment(reference.sent, in: timeZone)])
        ]
    }
}
