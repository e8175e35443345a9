import Geography
import HTTP

extension TileRoutes {
    /// The names of the parts of a tile's address in a route's description.
    struct PartNames {
        let zoom: String
        let column: String
        let row: String

        static let xyz = PartNames(zoom: "z", column: "x", row: "y")
        static let ogc = PartNames(zoom: "tileMatrix", column: "tileCol", row: "tileRow")
    }

    /// Parses the address of a tile from its path: `{z}/{x}/{y}.png` or `{z}/{x}/{y}@2x.png`.
    static func address(zoom: String, column: String, file: String) throws -> (TileAddress, scale: Int) {
        guard file.hasSuffix(".png")
        else { throw Problem.tile("y", "A tile is named {z}/{x}/{y}.png or {z}/{x}/{y}@2x.png.") }
        let name = file.dropLast(".png".count)
        let isDouble = name.hasSuffix("@2x")
        let row = String(isDouble ? name.dropLast("@2x".count) : name)
        return (try address(zoom: zoom, column: column, row: row, names: .xyz), isDouble ? 2 : 1)
    }

    /// Parses the address of a tile from its numbers.
    static func address(
        zoom: String, column: String, row: String, names: PartNames
    ) throws -> TileAddress {
        let zoom = try number(zoom, names.zoom, in: TileAddress.zooms)
        let places = 0...(1 << zoom) - 1
        let condition = " at \(names.zoom) \(zoom)"
        guard
            let tile = TileAddress(
                zoom: zoom, column: try number(column, names.column, in: places, condition),
                row: try number(row, names.row, in: places, condition))
        else { preconditionFailure("zoom, column and row are in range") }
        return tile
    }

    /// A whole number in canonical form, so that each tile has exactly one address.
    static func number(
        _ text: String, _ name: String, in allowed: ClosedRange<Int>, _ condition: String = ""
    ) throws -> Int {
        guard let number = Int(text), String(number) == text, allowed.contains(number) else {
            throw Problem.tile(
                name,
                "\(name) is one of the whole numbers from \(allowed.lowerBound) to \(allowed.upperBound)"
                    + "\(condition), not \"\(text.prefix(40))\".")
        }
        return number
    }
}

extension Problem {
    /// The problem with a part of a tile's address.
    static func tile(_ parameter: String, _ detail: String) -> Problem {
        Problem(.tileOutOfRange, errors: [Detail(parameter: parameter, detail: detail)])
    }
}
