import Guide

/// All questions and answers of the guide as markup, complete without a script.
struct GuideMarkup {
    let book: GuideBook
    let assembly: SiteAssembly

    /// The values of the page, by their names.
    func values() throws(SiteMistake) -> [String: String] {
        var topics: [String] = []
        for entry in book.entries where !topics.contains(entry.topic) { topics.append(entry.topic) }
        var sections = ""
        let sourcesAre = try assembly.message("sources.are", in: "guide.html")
        for topic in topics { sections += try section(topic, sourcesAre) }
        let ignored = book.ignored.sorted().joined(separator: " ")
        return ["questions": sections, "ignored": SiteAssembly.escaped(ignored)]
    }

    private func section(_ topic: String, _ sourcesAre: String) throws(SiteMistake) -> String {
        let heading = SiteAssembly.escaped(try assembly.message("guide.topic.\(topic)", in: "guide.html"))
        let entries = book.entries.filter { $0.topic == topic }.map { markup(of: $0, sourcesAre) }.joined()
        return """
              <section class="group" aria-labelledby="topic-\(topic)">
                <h2 id="topic-\(topic)">\(heading)</h2>
            \(entries)  </section>

            """
    }

    private func markup(of entry: GuideEntry, _ sourcesAre: String) -> String {
        let escaped = SiteAssembly.escaped
        let triggers = entry.triggers.map(\.text).joined(separator: ",")
        let links = entry.links.map { #"<a href="\#($0.page)">\#(escaped($0.label))</a>"# }
        return
            #"    <details class="part card" id="\#(entry.id)" data-words="\#(escaped(entry.words))""#
            + (triggers.isEmpty ? "" : #" data-triggers="\#(escaped(triggers))""#)
            + (entry.isRedFlag ? " data-urgent" : "")
            + "><summary>\(escaped(entry.question))</summary><p>\(escaped(entry.answer))</p>"
            + (links.isEmpty ? "" : "<p class=\"line\">\(links.joined(separator: " "))</p>")
            + basis(of: entry, sourcesAre) + "</details>\n"
    }

    /// What an answer rests on: a medical one names its source and edition, other advice links its sources.
    private func basis(of entry: GuideEntry, _ sourcesAre: String) -> String {
        let escaped = SiteAssembly.escaped
        if let source = entry.source {
            return #"<p class="small">\#(escaped(source)) \#(escaped(book.edition))</p>"#
        }
        let links = ["guide", "faq"].lazy.map { place in
            AdviceSources.builtIn.links(ofMessagesBeginning: "\(place).\(entry.id).answer")
        }.first { !$0.isEmpty }
        return links.map { #"<p class="small">\#(escaped(sourcesAre)) \#($0)</p>"# } ?? ""
    }
}
