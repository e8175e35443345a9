/// The content of a cell in the column “type”.
enum TypeWord: Hashable {
    case question(FormKind)
    case select(FormKind, list: String)
    /// A list of choices to which something else may be added.
    case orOther(list: String)
    case begin(FormKind)
    case end(FormKind)
    /// A type of XLSForm that is refused, and why.
    case unsupported(String)
    case unknown

    /// The names of types that pyxform 4.5 takes.
    private static let questions: [String: FormKind] = [
        "text": .text, "string": .text, "q string": .text, "add text prompt": .text, "integer": .integer,
        "int": .integer, "q int": .integer, "add integer prompt": .integer, "decimal": .decimal,
        "q decimal": .decimal, "add decimal prompt": .decimal, "range": .range, "date": .date,
        "q date": .date,
        "add date prompt": .date, "time": .time, "dateTime": .dateTime, "datetime": .dateTime,
        "date time": .dateTime, "q date time": .dateTime, "q dateTime": .dateTime,
        "add date time prompt": .dateTime, "add dateTime prompt": .dateTime, "note": .note, "q note": .note,
        "add note prompt": .note, "calculate": .calculate, "q calculate": .calculate,
        "add calculate prompt": .calculate, "acknowledge": .acknowledge, "q acknowledge": .acknowledge,
        "add acknowledge prompt": .acknowledge, "trigger": .acknowledge,
    ]

    private static let selects: [String: FormKind] = [
        "select_one": .selectOne, "select one": .selectOne, "select one from": .selectOne,
        "select1": .selectOne,
        "add select one prompt using": .selectOne, "select_multiple": .selectMultiple,
        "select all that apply": .selectMultiple, "select all that apply from": .selectMultiple,
        "add select multiple prompt using": .selectMultiple,
    ]

    private static let unsupported: [(words: [String], reason: String)] = [
        (["loop"], "loops are not supported; use a repeat"),
        (
            ["file", "csv", "xml"],
            "lists in other files are not supported; put the choices into the sheet “choices”"
        ),
        (["external", "cascading"], "choices that depend on other answers are not supported"),
        (["rank"], "ranking is not supported"),
        (["picture", "photo", "image", "audio", "video"], "pictures, sound and films are not collected"),
        (
            ["geopoint", "geotrace", "geoshape", "gps", "location", "osm"],
            "places are not asked for in forms"
        ),
        (["barcode"], "barcodes are not supported"),
        (["start", "end", "today"], "the service itself notes when an answer came; use now() or today()"),
        (
            [
                "deviceid", "imei", "subscriber", "subscriberid", "simserial", "sim", "phonenumber",
                "username", "email", "device", "phone",
            ],
            "nothing is collected about the device or its owner"
        ),
        (["audit"], "how somebody fills in a form is not recorded"),
        (["hidden"], "use a calculation"),
        (["percentage", "days"], "use “integer” with a constraint"),
    ]

    init(_ text: String) {
        let words = text.words(joinedBy: " ")
        if let kind = Self.questions[words] {
            self = .question(kind)
        } else if let group = Self.group(words) {
            self = group
        } else if let select = Self.select(words) {
            self = select
        } else {
            let parts = Set(words.lowercased().split { " _-:".contains($0) }.map(String.init))
            let reason = Self.unsupported.first { !parts.isDisjoint(with: $0.words) }?.reason
            self = reason.map { .unsupported($0) } ?? .unknown
        }
    }

    private static func group(_ words: String) -> TypeWord? {
        let kinds: [String: FormKind] = [
            "group": .group, "repeat": .repeat, "lgroup": .repeat, "looped group": .repeat,
        ]
        for separator in [" ", "_"] {
            if words.hasPrefix("begin\(separator)"), let kind = kinds[String(words.dropFirst(6))] {
                return .begin(kind)
            }
            if words.hasPrefix("end\(separator)"), let kind = kinds[String(words.dropFirst(4))] {
                return .end(kind)
            }
        }
        return nil
    }

    private static func select(_ words: String) -> TypeWord? {
        // The longest command first: “select one from x” is not the list “from”.
        for command in selects.keys.sorted(by: { $0.utf8.count > $1.utf8.count })
        where words.hasPrefix("\(command) ") {
            guard let kind = selects[command] else { continue }
            let rest = words.dropFirst(command.count + 1)
            guard let space = rest.firstIndex(of: " ") else {
                return rest.contains("${")
                    ? .unsupported("choices from earlier answers are not supported")
                    : .select(kind, list: String(rest))
            }
            if ["or_other", "or other", "or specify other"].contains(rest[space...].trimmed) {
                return .orOther(list: String(rest[..<space]))
            }
        }
        return nil
    }
}
