package import Allergens
import Foundation
package import Geography
package import Observations

extension RowStore {
    /// Adds regions, and updates the name, outline and attribution of known ones.
    package func keep(_ regions: [Region]) async throws {
        try await writeManyRows(locking: .nothing) { runner in
            for region in regions { try runner.keep(region) }
        }
    }

    package func region(_ id: Region.ID) async throws -> Region? {
        try await readRows { runner in
            try runner.row("SELECT * FROM region WHERE id = \(id.rawValue)").map { try Region(row: $0) }
        }
    }

    /// The regions after a given one, by identifier, at most `limit`.
    ///
    /// With a box, these are the regions whose own box meets it, which leaves out regions without an outline.
    package func regions(
        after id: Region.ID? = nil, in box: BoundingBox? = nil, limit: Int
    ) async throws -> [Region] {
        try await readRows { runner in
            try runner.rows(.regionRequest(after: id, in: box, limit: limit))
                .map { try Region(row: $0) }
        }
    }

    /// The same regions with what is known of each for a day, which may be nothing.
    package func regionAir(
        after id: Region.ID? = nil, in box: BoundingBox? = nil, limit: Int, on day: CivilDate
    ) async throws -> [RegionAir] {
        try await readRows { [taxonomy] runner in
            try runner.rows(.regionRequest(after: id, in: box, limit: limit)).map { row in
                try runner.air(of: row, on: day, taxonomy: taxonomy)
                    ?? RegionAir(region: try Region(row: row), day: day, classes: [], concentrations: [])
            }
        }
    }

    /// The air on a day in the regions that hold a position or have it on their edge, by identifier.
    ///
    /// Regions without data for that day are left out.
    package func regionAir(at position: Coordinate, on day: CivilDate) async throws -> [RegionAir] {
        try await readRows { [taxonomy] runner in
            let rows = try runner.rows(.regionRequest(at: position))
            return try rows.compactMap { row in
                guard let bytes = try row["outline"] as Data?, Outline(bytes: bytes).covers(position)
                else { return nil }
                return try runner.air(of: row, on: day, taxonomy: taxonomy)
            }
        }
    }

    /// The air on a day in a region, or `nil` when there is no such region.
    package func regionAir(of id: Region.ID, on day: CivilDate) async throws -> RegionAir? {
        try await readRows { [taxonomy] runner in
            let row = try runner.row("SELECT * FROM region WHERE id = \(id.rawValue)")
            guard let row else { return nil }
            return try runner.air(of: row, on: day, taxonomy: taxonomy)
                ?? RegionAir(region: try Region(row: row), day: day, classes: [], concentrations: [])
        }
    }

    /// The classes stated for a station, by day.
    package func classes(
        of station: Station.ID, days: ClosedRange<CivilDate>
    ) async throws -> [ClassReading] {
        try await readRows { [taxonomy] runner in
            try runner.rows(
                """
                SELECT subject, day, scale, code, basis FROM classReading
                WHERE station = (SELECT number FROM station WHERE id = \(station.rawValue))
                    AND day BETWEEN \(days.lowerBound.daysSinceEpoch) AND \(days.upperBound.daysSinceEpoch)
                ORDER BY day, subject, scale
                """
            ).compactMap {
                try ClassReading(row: $0, place: .station(station), taxonomy: taxonomy)
            }
        }
    }
}

extension QueryRunner {
    fileprivate func keep(_ region: Region) throws {
        let outline = region.polygons.isEmpty ? nil : Outline(plane: region.polygons).bytes
        let number = try value(
            """
            INSERT INTO region (id, name, partOf, timeZone, attribution, outline)
            VALUES (
                \(region.id.rawValue), \(region.name), \(region.partOf),
                \(region.timeZone.identifier), \(region.attribution), \(outline))
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, partOf = excluded.partOf,
                timeZone = excluded.timeZone, attribution = excluded.attribution,
                outline = excluded.outline
            RETURNING number
            """, as: Int64.self)
        try run("DELETE FROM regionBox WHERE region = \(number)")
        guard let box = region.box else { return }
        try run(
            """
            INSERT INTO regionBox (region, west, east, south, north)
            VALUES (\(number), \(box.west), \(box.east), \(box.south), \(box.north))
            """)
    }

    fileprivate func air(
        of row: QueryRow, on day: CivilDate, taxonomy: Taxonomy
    ) throws -> RegionAir? {
        let region = try Region(row: row)
        let number: Int64 = try row["number"]
        let classes = try rows(
            """
            SELECT subject, day, scale, code, basis FROM classReading
            WHERE region = \(number) AND day = \(day.daysSinceEpoch) ORDER BY subject, scale
            """
        ).compactMap {
            try ClassReading(row: $0, place: .region(region.id), taxonomy: taxonomy)
        }
        let concentrations = try rows(.concentrationRequest(region: number, day: day))
            .compactMap { try RegionAir.Concentration(row: $0, taxonomy: taxonomy) }
        guard !classes.isEmpty || !concentrations.isEmpty else { return nil }
        return RegionAir(region: region, day: day, classes: classes, concentrations: concentrations)
    }
}

extension Query {
    static func regionRequest(after id: Region.ID?, in box: BoundingBox?, limit: Int) -> Query {
        guard let box else {
            return """
                SELECT * FROM region WHERE id > \(id?.rawValue ?? "") ORDER BY id LIMIT \(limit)
                """
        }
        // A box that does not cross the antimeridian has one part, which is then searched twice.
        let (first, last) = (box.parts[0], box.parts[box.parts.count - 1])
        return """
            SELECT * FROM region WHERE id > \(id?.rawValue ?? "") AND number IN (
                SELECT region FROM regionBox
                WHERE west <= \(first.east) AND east >= \(first.west)
                    AND south <= \(first.north) AND north >= \(first.south)
                UNION
                SELECT region FROM regionBox
                WHERE west <= \(last.east) AND east >= \(last.west)
                    AND south <= \(last.north) AND north >= \(last.south))
            ORDER BY id LIMIT \(limit)
            """
    }

    /// Requests the regions with a box that may hold a position.
    ///
    /// The R*Tree holds 32-bit floats that are rounded outwards. It returns a superset, and the outline
    /// decides.
    static func regionRequest(at position: Coordinate) -> Query {
        """
        SELECT region.* FROM regionBox JOIN region ON region.number = regionBox.region
        WHERE regionBox.west <= \(position.longitude) AND regionBox.east >= \(position.longitude)
            AND regionBox.south <= \(position.latitude) AND regionBox.north >= \(position.latitude)
        ORDER BY region.id
        """
    }

    /// The value of the day itself if there is one, otherwise the mean of its hours.
    static func concentrationRequest(region: Int64, day: CivilDate) -> Query {
        """
        SELECT allergen, avg(value) AS value, min(basis) AS basis,
            CASE WHEN min(ending) = 0 THEN NULL ELSE count(*) END AS hours
        FROM regionValue AS given
        WHERE region = \(region) AND day = \(day.daysSinceEpoch)
            AND (ending = 0 OR NOT EXISTS (
                SELECT 1 FROM regionValue AS whole
                WHERE whole.region = given.region AND whole.day = given.day
                    AND whole.allergen = given.allergen AND whole.ending = 0))
        GROUP BY allergen ORDER BY allergen
        """
    }
}
