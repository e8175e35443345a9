import Allergens
import Help

// What is planned, what was taken, and what followed, as the person noted it. Nothing is added up to a judgement.
extension DiaryPaper {
    mutating func writeTreatment() {
        writePlan()
        writeDoses()
        writeReactions()
    }

    private mutating func writePlan() {
        let courses = MedicineCourse.all(of: summary.treatment)
        let shown = courses.prefix(mostRows)
        write(
            text("paper.plan"),
            PaperTable(
                ["", text("medicines.state.taken"), text("medicines.state.skipped")],
                first: PaperStyle.width - 160,
                rows: shown.map { [$0.label, text.number($0.taken), text.number($0.skipped)] },
                details: shown.map { course in course.plan.map(text.plan) ?? "" }))
        write(rest: courses.count - shown.count)
        if !courses.isEmpty { write(text("medicines.missing"), PaperStyle.small) }
    }

    private mutating func writeDoses() {
        let courses = DoseCourse.all(of: summary.treatment)
        let shown = courses.prefix(mostRows)
        let rows = shown.map { course in
            [
                text.name(of: course.dose.allergen), text.number(course.days.count),
                text.number(course.reactions), text.shortDay(course.days[0]),
                text.shortDay(course.days[course.days.count - 1]),
            ]
        }
        write(
            text("paper.doses"),
            PaperTable(
                [
                    "", text("paper.days"), text("paper.reacted"), text("paper.first"), text("paper.last"),
                ], first: 190, rows: rows,
                details: shown.map { "\(text.amount(of: $0.dose)) · \(text.name(of: $0.dose.route))" }))
        write(rest: courses.count - shown.count)
        if !courses.isEmpty { write(text("paper.doses.about"), PaperStyle.small) }
    }

    /// The latest symptoms after a dose, with what else was so on that day.
    private mutating func writeReactions() {
        let noted = summary.treatment.doses.reversed().compactMap { day, dose in
            dose.reaction.map { (day: day, dose: dose, reaction: $0) }
        }
        let shown = noted.prefix(mostRows)
        let rows = shown.map { day, dose, reaction in
            [
                "\(text.shortDay(day)) · \(text.name(of: dose.allergen)), \(text.amount(of: dose))",
                reaction.minutesAfter.map(text.number) ?? "",
            ]
        }
        let details = shown.map { _, dose, reaction in
            let cofactors = Dose.Cofactor.allCases.filter { dose.cofactors[$0] == true }
                .map { text("dose.cofactor.\($0.rawValue)") }
            return [cofactors, reaction.symptoms.map(text.name)].filter { !$0.isEmpty }
                .map { $0.joined(separator: ", ") }.joined(separator: " · ")
        }
        write(
            text("paper.reactions"),
            PaperTable(
                ["", text("dose.minutesAfter")], first: PaperStyle.width - 120, rows: rows, details: details))
        write(rest: noted.count - shown.count)
    }

    /// Says how many rows of a table had no room.
    mutating func write(rest count: Int) {
        if count > 0 { write(text.counted("paper.moreRows", count), PaperStyle.small) }
    }
}
