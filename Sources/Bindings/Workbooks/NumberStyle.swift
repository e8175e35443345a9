/// What a style makes of a number (ECMA-376, part 1, section 18.8.30).
enum NumberStyle {
    case plain, day, time, dayAndTime

    /// The styles of a workbook, in the order in which cells name them.
    static func styles(in bytes: [UInt8]) throws(XMLWalkFailure) -> [NumberStyle] {
        var (formats, styles, isInCells): ([Int: NumberStyle], [NumberStyle], Bool) = ([:], [], false)
        var walk = try XMLWalk(bytes)
        while let step = try walk.next() {
            switch step {
            case .begin("numFmt"):
                if let id = walk.attribute("numFmtId").flatMap({ Int($0) }),
                    let code = walk.attribute("formatCode")
                {
                    formats[id] = NumberStyle(code: code)
                }
            case .begin("cellXfs"): isInCells = true
            case .end("cellXfs"): isInCells = false
            case .begin("xf"):
                guard isInCells else { continue }
                let id = walk.attribute("numFmtId").flatMap { Int($0) } ?? 0
                styles.append(formats[id] ?? NumberStyle(builtIn: id))
            default: break
            }
        }
        return styles
    }

    /// The formats that every program knows by number; 27–36 and 50–58 are days of East Asian calendars.
    private init(builtIn id: Int) {
        switch id {
        case 14...17, 27...31, 36, 50...54, 57...58: self = .day
        case 18...21, 32...35, 45...47, 55...56: self = .time
        case 22: self = .dayAndTime
        default: self = .plain
        }
    }

    /// Looks for letters of days and times outside of quoted text, colours and conditions.
    init(code: String) {
        var (letters, isQuoted, isBracketed, isEscaped): (Set<Character>, Bool, Bool, Bool) = (
            [], false, false, false
        )
        // The first section is that of positive numbers, as all days are.
        for character in code.lowercased().prefix(while: { $0 != ";" }) {
            switch character {
            case _ where isEscaped: isEscaped = false
            case "\"": isQuoted.toggle()
            case _ where isQuoted: break
            case "\\", "_", "*": isEscaped = true
            case "[": isBracketed = true
            case "]": isBracketed = false
            case _ where isBracketed: if "hs".contains(character) { letters.insert(character) }
            default: letters.insert(character)
            }
        }
        let (hasDay, hasTime) = (!letters.isDisjoint(with: "dy"), !letters.isDisjoint(with: "hs"))
        // A month alone is “m”, too, as minutes are.
        let hasMonth = letters.contains("m") && !hasTime && letters.isDisjoint(with: "0#?g")
        self =
            switch (hasDay || hasMonth, hasTime) {
            case (true, true): .dayAndTime
            case (true, false): .day
            case (false, true): .time
            case (false, false): .plain
            }
    }
}
