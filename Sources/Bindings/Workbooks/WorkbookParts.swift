import Zipping

/// A link from one part to another (ECMA-376, part 2, section 6.5).
struct PartLink {
    let id: String
    /// The last word of its type, such as `worksheet`.
    let kind: String
    /// The path of the other part.
    let target: String
}

/// The parts of a workbook in its zip file.
struct WorkbookParts: ~Copyable {
    private let zip: ZipReader
    private var left = WorkbookLimits.unpacked

    init(_ bytes: [UInt8]) throws(WorkbookFailure) {
        zip = try Self.opened(bytes)
    }

    private static func opened(_ bytes: [UInt8]) throws(WorkbookFailure) -> ZipReader {
        let zip: ZipReader
        do throws(ZipReadFailure) { zip = try ZipReader(bytes) } catch { throw failure(error) }
        guard zip.count <= WorkbookLimits.parts else { throw .tooLarge("\(WorkbookLimits.parts) parts") }
        return zip
    }

    private static func failure(_ failure: ZipReadFailure) -> WorkbookFailure {
        switch failure {
        case .damaged(let reason): .damaged(reason)
        case .encrypted: .otherFormat
        case .swollen: .tooLarge("\(WorkbookLimits.unpacked >> 20) megabytes when unpacked")
        }
    }

    mutating func read(_ name: String) throws(WorkbookFailure) -> [UInt8] {
        guard let bytes = try readIfPresent(name) else { throw .missing(name) }
        return bytes
    }

    private mutating func readIfPresent(_ name: String) throws(WorkbookFailure) -> [UInt8]? {
        do throws(ZipReadFailure) {
            let bytes = try zip.contents(of: name, upTo: left)
            left -= bytes?.count ?? 0
            return bytes
        } catch {
            throw Self.failure(error)
        }
    }

    /// The path of the part that lists the sheets.
    mutating func mainPart() throws(WorkbookFailure) -> String {
        let links = try links(at: "_rels/.rels", from: "")
        guard let main = links.first(where: { $0.kind == "officeDocument" }) else { throw .otherFormat }
        return main.target
    }

    /// The links of a part.
    mutating func links(of part: String) throws(WorkbookFailure) -> [PartLink] {
        let folder = part.lastIndex(of: "/").map { part[...$0] } ?? ""
        return try links(at: "\(folder)_rels/\(part.dropFirst(folder.count)).rels", from: String(folder))
    }

    private mutating func links(at path: String, from folder: String) throws(WorkbookFailure) -> [PartLink] {
        guard let bytes = try readIfPresent(path) else { throw .otherFormat }
        var links: [PartLink] = []
        do throws(XMLWalkFailure) {
            var walk = try XMLWalk(bytes)
            while let step = try walk.next() {
                guard step == .begin("Relationship"), let id = walk.attribute("Id"),
                    let type = walk.attribute("Type"), let target = walk.attribute("Target")
                else { continue }
                let kind = type.split(separator: "/").last.map(String.init) ?? ""
                links.append(PartLink(id: id, kind: kind, target: Self.path(target, from: folder)))
            }
        } catch {
            throw .part(path)
        }
        return links
    }

    /// The path of a target, which is relative to a folder unless it begins with a slash.
    private static func path(_ target: String, from folder: String) -> String {
        var parts: [Substring] = []
        for part in (target.hasPrefix("/") ? target : folder + target).split(separator: "/") where part != "."
        {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }

    /// The texts that cells share.
    mutating func texts(_ links: [PartLink]) throws(WorkbookFailure) -> [String] {
        guard let part = links.first(where: { $0.kind == "sharedStrings" })?.target else { return [] }
        let bytes = try read(part)
        do throws(XMLWalkFailure) { return try SharedTexts.read(bytes) } catch { throw .part(part) }
    }

    /// What the styles of cells make of numbers.
    mutating func styles(_ links: [PartLink]) throws(WorkbookFailure) -> [NumberStyle] {
        guard let part = links.first(where: { $0.kind == "styles" })?.target else { return [] }
        let bytes = try read(part)
        do throws(XMLWalkFailure) { return try NumberStyle.styles(in: bytes) } catch { throw .part(part) }
    }
}

/// What the main part says: the sheets, and from when days are counted.
struct WorkbookOutline {
    private(set) var sheets: [(name: String, link: String)] = []
    private(set) var startsIn1904 = false

    init(_ bytes: [UInt8], named part: String) throws(WorkbookFailure) {
        do throws(XMLWalkFailure) {
            var walk = try XMLWalk(bytes)
            while let step = try walk.next() {
                if step == .begin("workbookPr") {
                    startsIn1904 = ["1", "true"].contains(walk.attribute("date1904") ?? "")
                } else if step == .begin("sheet"), let name = walk.attribute("name"),
                    let link = walk.attribute("id")
                {
                    sheets.append((name, link))
                }
            }
        } catch {
            throw .part(part)
        }
    }
}
