import Allergens
import Diary
import Help

extension DiaryPaper {
    /// The latest notes that there is room for, in the order of their days.
    mutating func writeNotes() {
        let blocks = notes.map { day, words in
            PaperBlock.text("\(text.shortDay(day)): \(words)", PaperStyle.body, ruler)
        }
        guard !blocks.isEmpty else { return }
        layout.add(.heading(text("paper.notes")))
        var (least, most) = (0, blocks.count)
        while least < most {
            let middle = (least + most) / 2
            if laid(blocks, leavingOut: middle).count <= Self.mostPages {
                most = middle
            } else {
                least = middle + 1
            }
        }
        layout = laid(blocks, leavingOut: least)
    }

    private func laid(_ notes: [PaperBlock], leavingOut count: Int) -> PaperLayout {
        var layout = layout
        if count > 0 {
            layout.add(.text(text.counted("paper.moreNotes", count), PaperStyle.small, ruler))
        }
        for note in notes.dropFirst(count) { layout.add(note) }
        return layout
    }

    /// What the person wrote of a day, of a dose, and of what followed it.
    private var notes: [(day: CivilDate, words: String)] {
        let ofDays = summary.entries.compactMap { entry in entry.note.map { (day: entry.day, words: $0) } }
        let ofDoses = summary.treatment.doses.flatMap { day, dose in
            [dose.notes, dose.reaction?.notes ?? ""].filter { !$0.isEmpty }
                .map { (day: day, words: "\(text.name(of: dose.allergen)): \($0)") }
        }
        return (ofDays + ofDoses).sorted { $0.day < $1.day }
    }
}
