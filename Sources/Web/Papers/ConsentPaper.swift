package import Drawing
package import Foundation
package import People
import Site
package import Studies

/// What somebody has agreed to, in the words that they read.
package struct GivenConsent: Sendable {
    /// What nobody has to agree to.
    package struct Option: Sendable {
        package let words: String
        package let isAgreed: Bool

        package init(words: String, isAgreed: Bool) { (self.words, self.isAgreed) = (words, isAgreed) }
    }

    package let title: String
    package let purpose: String
    package let contact: String
    /// The number under which a committee has approved the study.
    package let ethics: String?
    package let consent: String
    /// What was agreed to one by one: nobody takes part without each of them.
    package let points: [String]
    package let options: [Option]
    package let settings: StudySettings
    package let given: StudyConsent

    package init(
        title: String, purpose: String, contact: String, ethics: String?, consent: String, points: [String],
        options: [Option] = [], settings: StudySettings, given: StudyConsent
    ) {
        (self.title, self.purpose, self.contact) = (title, purpose, contact)
        (self.ethics, self.consent, self.points) = (ethics, consent, points)
        (self.options, self.settings, self.given) = (options, settings, given)
    }
}

/// The consent of a participant as a document to keep: what was read, what was agreed to, who did so and when.
///
/// It has no pseudonym: beside a name, that would tell a finder of the paper which answers are the person's.
package struct ConsentPaper {
    private let content: GivenConsent
    private let text: PaperText
    private let ruler: PaperRuler
    private var layout = PaperLayout()

    /// - Parameters:
    ///   - content: What was agreed to.
    ///   - language: The language of the words around it.
    /// - Throws: ``CairoError`` if there is no memory.
    package init(_ content: GivenConsent, in language: Language) throws(CairoError) {
        (self.content, text) = (content, PaperText(language))
        ruler = try PaperRuler()
        writeHead()
        write("study.purpose", [content.purpose])
        writeContact()
        let mode = content.settings.mode.rawValue
        write(
            "study.mode",
            ["answers", "place", "see", "leave"].map {
                "• " + text("study.mode.\(mode).\($0)", ["k": "\(content.settings.k)"])
            })
        write("study.consent", [content.consent])
        if !content.points.isEmpty { write("consent.points", content.points.map { "☑ \($0)" }) }
        if !content.options.isEmpty {
            write("consent.options", content.options.map { "\($0.isAgreed ? "☑" : "☐") \($0.words)" })
        }
        sign()
    }

    /// The document as PDF.
    package func file(at now: Date) throws(CairoError) -> [UInt8] {
        let name = "\(content.title) · \(version)"
        let pages = layout.drawings { [text, ruler] page, count in
            let number = text("paper.page", ["page": "\(page)", "pages": "\(count)"])
            return ruler.fitted("\(number) · \(name)", PaperStyle.small, width: PaperStyle.width)
        }
        return try PDF.file(
            width: PaperStyle.page.width, height: PaperStyle.page.height,
            .init(
                title: "\(text("consent.title")): \(content.title)", language: text.words.language.rawValue,
                created: now),
            pages: pages)
    }

    private var version: String {
        text("study.version", ["version": text.number(content.given.agreement.version)])
    }

    private mutating func writeHead() {
        layout.add(.title(text("consent.title")))
        add(content.title, PaperStyle.heading)
        add(version, PaperStyle.body)
    }

    private mutating func writeContact() {
        let ethics = content.ethics.map { [text("study.ethics", ["number": $0])] } ?? []
        write("study.contact", [content.contact] + ethics)
    }

    private mutating func write(_ heading: String, _ texts: [String]) {
        layout.add(.heading(text(heading)))
        for words in texts { add(words, PaperStyle.body) }
    }

    private mutating func add(_ words: String, _ style: TextStyle) {
        for block in PaperBlock.paragraphs(words, style, ruler) { layout.add(block) }
    }

    private mutating func sign() {
        let (agreement, signature) = (content.given.agreement, content.given.agreement.signature)
        let drawn = signature.flatMap { StudySignature(path: $0) }
        let height = drawn == nil ? 60.0 : 140
        layout.add(.heading(text("consent.signed"), reserve: height))
        add(text("consent.name", ["name": agreement.name ?? text("consent.none")]), PaperStyle.body)
        add(text("consent.given", ["time": text.moment(content.given.given)]), PaperStyle.body)
        if let drawn {
            add(text("consent.signature"), PaperStyle.body)
            layout.add(.signature(drawn))
        } else {
            add("\(text("consent.signature")) \(text("consent.none"))", PaperStyle.body)
        }
    }
}

extension PaperBlock {
    /// The most lines that stay together on a page.
    private static let mostTogether = 12

    /// A text of any length, whose paragraphs may go on on the next page.
    static func paragraphs(_ text: String, _ style: TextStyle, _ ruler: PaperRuler) -> [PaperBlock] {
        text.split(separator: "\n").flatMap { paragraph in
            let lines = ruler.lines(of: String(paragraph), style, width: PaperStyle.width)
            return stride(from: 0, to: lines.count, by: mostTogether).map { start in
                let end = min(start + mostTogether, lines.count)
                return PaperBlock.lines(Array(lines[start..<end]), style, isLast: end == lines.count)
            }
        }
    }

    /// A signature on its line, at half the size in which it was drawn.
    static func signature(_ signature: StudySignature) -> PaperBlock {
        let (from, to) = signature.frame
        let scale = min(
            StudySignature.sheet.x / 2 / (to.x - from.x), StudySignature.sheet.y / 2 / (to.y - from.y))
        let height = StudySignature.sheet.y / 2
        return PaperBlock(height: height + 8) { canvas in
            canvas.part("Figure") {
                for stroke in signature.strokes {
                    canvas.beginPath()
                    // A line to where it began is a dot.
                    for point in [stroke[0]] + stroke {
                        canvas.extend(toX: (point.x - from.x) * scale, y: (point.y - from.y) * scale)
                    }
                    canvas.strokePath(width: 1.2, with: PaperStyle.ink)
                }
                canvas.beginPath()
            }
            canvas.line(
                from: (0, height), to: (StudySignature.sheet.x / 2, height), width: 0.6,
                with: PaperStyle.faint)
        }
    }
}
