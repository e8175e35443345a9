import Allergens
import Foundation
import HTTP
import Help

/// A medicine, as it is sent and read.
struct MedicineDocument: HelpDocument {
    static let members: Set = [
        "name", "form", "strength", "reason", "link", "times", "weekdays", "every", "until", "stock",
        "expires", "paused", "reminds",
    ]
    static let name = "medicines"
    static let parameter = "medicine"
    /// The most characters of a link.
    static let linkLength = 500

    struct Time: Codable {
        let time: String
        let amount: String?
    }

    struct Every: Codable {
        let days: Int
        let from: String
    }

    /// In units; halves and quarters count.
    struct Stock: Codable {
        let left: Double
        let perIntake: Double
        let warnAt: Double?
    }

    let name: String
    let form: String
    let strength: String?
    let reason: String?
    let link: String?
    let times: [Time]?
    let weekdays: [String]?
    let every: Every?
    let until: String?
    let stock: Stock?
    /// The month that is printed on it, as `YYYY-MM`.
    let expires: String?
    let paused: Bool?
    let reminds: Bool?

    init(_ medicine: Medicine) {
        (name, form, strength) = (medicine.name, medicine.form.rawValue, medicine.strength)
        (reason, link) = (medicine.reason, medicine.link)
        times = medicine.times.map { Time(time: $0.time.text, amount: $0.amount) }
        switch medicine.days {
        case .weekdays(let days):
            (weekdays, every) = (Weekday.allCases.filter(days.contains).map(\.rawValue), nil)
        case .every(let days, let from): (weekdays, every) = (nil, Every(days: days, from: from.description))
        }
        until = medicine.until?.description
        stock = medicine.stock.map { stock in
            let scale = Double(Medicine.Stock.scale)
            return Stock(
                left: Double(stock.left) / scale, perIntake: Double(stock.perIntake) / scale,
                warnAt: stock.warnAt.map { Double($0) / scale })
        }
        expires = medicine.expires.map { String($0.description.prefix(7)) }
        (paused, reminds) = (medicine.isPaused, medicine.reminds)
    }

    func checked() throws -> Medicine {
        var mistakes = Mistakes(.invalidRecord)
        let length = Medicine.amountLength
        mistakes.text(name, within: 1...Medicine.nameLength, at: "/name")
        mistakes.text(strength ?? "", within: 0...length, at: "/strength")
        mistakes.text(reason ?? "", within: 0...Medicine.reasonLength, at: "/reason", lines: true)
        checkLink(&mistakes)
        let form: Medicine.Form? = mistakes.word(form, at: "/form")
        let (times, days, stock) = (checkedTimes(&mistakes), checkedDays(&mistakes), checkedStock(&mistakes))
        let until = mistakes.day(until, at: "/until")
        let expires = mistakes.month(expires, at: "/expires")
        try mistakes.check()
        guard let form else { preconditionFailure("what was checked has no mistakes") }
        return Medicine(
            name: name, form: form, strength: strength ?? "", reason: reason ?? "", link: link,
            times: times, days: days, until: until, stock: stock, expires: expires,
            isPaused: paused ?? false, reminds: reminds ?? true)
    }

    private func checkLink(_ mistakes: inout Mistakes) {
        guard let link else { return }
        let url = URL(string: link)
        guard link.count <= Self.linkLength, link.utf8.allSatisfy({ (33...126).contains($0) }),
            url?.scheme == "https", url?.host()?.isEmpty == false
        else {
            return mistakes.note(
                "/link", "A link is an https address of at most \(Self.linkLength) characters.")
        }
    }

    private func checkedTimes(_ mistakes: inout Mistakes) -> [Medicine.Time] {
        let times = times ?? []
        if times.count > Medicine.timesLimit {
            mistakes.note("/times", "There are at most \(Medicine.timesLimit) times.")
        }
        var known: Set<LocalTime> = []
        return times.enumerated().compactMap { place, request in
            let pointer = "/times/\(place)"
            mistakes.text(request.amount ?? "", within: 0...Medicine.amountLength, at: "\(pointer)/amount")
            guard let time = mistakes.time(request.time, at: "\(pointer)/time") else { return nil }
            if !known.insert(time).inserted {
                mistakes.note("\(pointer)/time", "This time is named twice.")
            }
            return Medicine.Time(time, amount: request.amount ?? "")
        }.sorted { $0.time < $1.time }
    }

    private func checkedDays(_ mistakes: inout Mistakes) -> PlannedDays {
        guard let every else { return .weekdays(mistakes.weekdays(weekdays)) }
        if weekdays != nil { mistakes.note("/every", "Name either days of the week or every so many days.") }
        if !(1...PlannedDays.longest).contains(every.days) {
            mistakes.note("/every/days", "It is 1 to \(PlannedDays.longest) days from one to the next.")
        }
        guard let from = mistakes.day(every.from, at: "/every/from") else { return .all }
        return .every(days: every.days, from: from)
    }

    private func checkedStock(_ mistakes: inout Mistakes) -> Medicine.Stock? {
        guard let stock else { return nil }
        func hundredths(_ units: Double, at pointer: String) -> Int {
            let scaled = units * Double(Medicine.Stock.scale)
            guard (0...Double(Medicine.Stock.most)).contains(units), abs(scaled - scaled.rounded()) < 1e-4
            else {
                mistakes.note(
                    pointer, "This is 0 to \(Medicine.Stock.most) units, with two decimals at most.")
                return 0
            }
            return Int(scaled.rounded())
        }
        return Medicine.Stock(
            left: hundredths(stock.left, at: "/stock/left"),
            perIntake: hundredths(stock.perIntake, at: "/stock/perIntake"),
            warnAt: stock.warnAt.map { hundredths($0, at: "/stock/warnAt") })
    }
}

extension Mistakes {
    /// Reads a month as `YYYY-MM`, from 2000 on.
    ///
    /// - Returns: Its last day.
    mutating func month(_ text: String?, at pointer: String) -> CivilDate? {
        guard let text else { return nil }
        guard let first = CivilDate("\(text)-01"), first.components.year >= 2_000 else {
            note(pointer, "This is the month that is printed on it, as YYYY-MM, 2000 to 2199.")
            return nil
        }
        let (year, month, _) = first.components
        return (28...31).reversed().lazy.compactMap { CivilDate(year: year, month: month, day: $0) }.first
    }
}
