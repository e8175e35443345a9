import Allergens
import Foundation
import Geography
import SampleTesting
import SeededTesting
import Studies
import Testing

/// Rules in modules of the pages that need no browser.
@Suite struct PageRulesTests {
    private func differences(_ script: String, _ modules: Set<String>, _ arguments: String...) async throws
        -> String
    {
        let folder = try TemporaryFolder()
        let copy = try NodeScript.modules(in: folder, where: modules.contains)
        return try await NodeScript.play(script, [copy.path] + arguments)
    }

    @Test func `a day is that of the device, not of Greenwich`() async throws {
        #expect(try await differences("page_days.mjs", ["calendar.js"]).isEmpty)
    }

    @Test func `a misspelt allergen is taken for the one with the fewest slips, if they are few`()
        async throws
    {
        #expect(try await differences("page_nearest.mjs", ["nearest.js"]).isEmpty)
    }

    @Test func `a remark is beside the paragraph that has its passage, also where that has moved`()
        async throws
    {
        #expect(try await differences("page_passages.mjs", ["passages.js"]).isEmpty)
    }

    @Test func `a date that is typed is read as the hint says, and never guessed`() async throws {
        #expect(try await differences("page_dates.mjs", ["written-days.js", "calendar.js"]).isEmpty)
    }

    @Test func `a time that is typed is read as the hint says, and half of the day is never guessed`()
        async throws
    {
        let modules: Set = ["written-times.js", "written-days.js", "calendar.js"]
        #expect(try await differences("page_times.mjs", modules).isEmpty)
    }

    @Test func `a part that the page opens by itself stays open for a tap that was meant to open it`()
        async throws
    {
        #expect(try await differences("page_fold.mjs", ["fold.js"]).isEmpty)
    }

    @Test func `what arrives late moves no focused control out of sight, and readers scroll as they like`()
        async throws
    {
        #expect(try await differences("page_sight.mjs", ["focus-sight.js"]).isEmpty)
    }

    @Test func `a time zone has the name of its city, and stands with those of its part of the world`()
        async throws
    {
        #expect(try await differences("page_zones.mjs", ["zone-names.js"]).isEmpty)
    }

    @Test func `layers stand in the order of their names, and those without a season come last`()
        async throws
    {
        #expect(try await differences("page_layers.mjs", ["layer-order.js"]).isEmpty)
    }

    @Test func `of a new place it is said what reaches the levels from which it warns`() async throws {
        #expect(try await differences("page_standing.mjs", ["standing.js"]).isEmpty)
    }

    @Test func `what the clinic says about the hours after a dose reaches past midnight`() async throws {
        #expect(try await differences("page_doses.mjs", ["dose-timers.js"]).isEmpty)
    }

    @Test func `a field takes as many code points as the service`() async throws {
        #expect(try await differences("page_points.mjs", ["code-points.js"]).isEmpty)
    }

    /// Positions of everywhere, and where the world ends.
    @Test func `the pin of an answer stands where the map of the service has its place`() async throws {
        var generator = SeededGenerator(seed: 2)
        var positions = (0..<1_000).map { _ in Coordinate.random(using: &generator) }
        positions += [-180.0, -179.9, 179.9, 180].compactMap { Coordinate(longitude: $0, latitude: $0 / 2) }
        let vectors: [[Double]] = positions.map { position in
            let tile = TileAddress(holding: position, zoom: 9)
            let x = WebMercator.x(longitude: position.longitude) * 512
            let y = min(max(WebMercator.y(latitude: position.latitude), 0), 1) * 512
            return [position.longitude, position.latitude, Double(tile.column), Double(tile.row), x, y]
        }
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "pins.json")
        try JSONEncoder().encode(vectors).write(to: file)
        #expect(try await differences("page_pins.mjs", ["study-tiles.js"], file.path).isEmpty)
    }

    /// Positions of everywhere, of edges of cells, and the ends of the earth.
    @Test func `an answer's place is in the same cell on the page and at the service`() async throws {
        var generator = SeededGenerator(seed: 1)
        var positions = (0..<2_000).map { _ in Coordinate.random(using: &generator) }
        positions += (0..<400).compactMap {
            Coordinate(longitude: Double($0 - 200) / 10, latitude: Double($0) / 100 + 44)
        }
        positions += [-180.0, 180].compactMap { Coordinate(longitude: $0, latitude: $0 / 2) }
        let vectors: [[Double]] = positions.flatMap { position in
            [(1.0, 0.1), (2.0, 0.01)].map { digits, size in
                let cell = position.snapped(toGridOf: size)
                return [digits, position.latitude, position.longitude, cell.latitude, cell.longitude]
            }
        }
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "cells.json")
        try JSONEncoder().encode(vectors).write(to: file)
        #expect(try await differences("page_cells.mjs", ["study-cell.js"], file.path).isEmpty)
    }

    /// A study of the schedules of the service, and what it says of a day.
    private struct ScheduleVector: Encodable {
        struct Study: Encodable {
            let begin: CivilDate
            let end: CivilDate
            let joined: CivilDate
            let schedule: StudyScheduleDocument
        }

        struct Day: Encodable {
            let day: CivilDate
            let span: [CivilDate]
            let next: CivilDate?
        }

        let study: Study
        let days: [Day]
    }

    @Test func `a study asks on the same days on the page and at the service`() async throws {
        let begin = CivilDate(daysSinceEpoch: 20_700)
        let rhythms: [StudySchedule.Rhythm] = [
            .daily, .once, .weekdays([.monday, .sunday]), .weekdays([.wednesday]), .everyDays(2),
            .everyDays(7), .everyDays(90), .ends(1), .ends(3), .ends(60), .everyDaysFromJoining(5),
            .everyDaysFromJoining(90), .daysFromJoining([0, 7, 14]), .daysFromJoining([3, 150]),
        ]
        let vectors = rhythms.flatMap { rhythm in
            [(0, 0), (1, -5), (30, 4), (200, 9), (200, -300)].map { length, joined -> ScheduleVector in
                let (schedule, days) = (StudySchedule(rhythm), begin...begin.adding(days: length))
                let term = StudyTerm(days, joined: begin.adding(days: joined))
                let told = (-2...(length + 2)).map { place -> ScheduleVector.Day in
                    let day = begin.adding(days: place)
                    let span = schedule.span(of: day, in: term)
                    return ScheduleVector.Day(
                        day: day, span: span.map { [$0.lowerBound, $0.upperBound] } ?? [],
                        next: schedule.day(after: span?.upperBound ?? day, in: term))
                }
                return ScheduleVector(
                    study: .init(
                        begin: begin, end: days.upperBound, joined: term.joined,
                        schedule: StudyScheduleDocument(schedule)),
                    days: told)
            }
        }
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "schedules.json")
        try JSONEncoder().encode(vectors).write(to: file)
        let modules: Set = ["study-schedule.js", "calendar.js"]
        #expect(try await differences("page_schedules.mjs", modules, file.path).isEmpty)
    }

    @Test func `no two fields have an identifier, whatever forms and questions are called`() async throws {
        let modules: Set = [
            "calendar.js", "dom.js", "form-answers.js", "form-values.js", "language.js", "locale.js",
            "memory.js", "research-schedule.js", "study-fields.js", "study-schedule.js", "units.js",
            "words.js",
        ]
        #expect(try await differences("page_identifiers.mjs", modules).isEmpty)
    }

    @Test func `answers of a day to several forms wait and are sent each for itself`() async throws {
        let modules: Set = [
            "account-api.js", "duties.js", "language.js", "locale.js", "memory.js", "presence.js",
            "refusal.js",
            "study-follow.js", "study-forms.js", "study-queue.js", "study-schedule.js", "calendar.js",
            "units.js",
            "waiting.js",
        ]
        #expect(try await differences("page_queue.mjs", modules).isEmpty)
    }

    @Test(arguments: ["intensity", "night", "traffic-light"])
    func `a film of days never flashes more than three times a second`(ramp: String) async throws {
        let file = repository.appending(path: "tiles/ramps/\(ramp).json").path
        #expect(try await differences("film_flashes.mjs", ["film-pace.js"], file).isEmpty)
    }
}
