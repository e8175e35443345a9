import Allergens
import Foundation
import SampleTesting
import Testing

/// A diary as files for a doctor.
@Suite(.takingTurns) struct DiarySummaryTests {
    private let days = "from=\(today.adding(days: -8))&to=\(today)"

    /// Notes a planned medicine as taken, another time of it as skipped and a third as put off, and a dose with
    /// two symptoms.
    private func treat(_ home: String, _ network: FilledNetwork) async throws {
        let medicine = """
            {"name":"Cetirizine","form":"tablet","strength":"10 mg","reason":"Hay fever",
             "times":[{"time":"08:00","amount":"1"},{"time":"20:00"}],"every":{"days":2,"from":"2026-04-01"}}
            """
        let made = try await network.service.post("\(home)/help/medicines", medicine, bearer: network.account)
        let id = try #require(made.json["id"].text, "\(made.text)")
        let changes = [("08:00", "taken"), ("20:00", "skipped"), ("21:00", "later")].map { time, state in
            #"{"medicine":"\#(id)","time":"\#(time)","state":"\#(state)"}"#
        }
        let body = #"{"intakes":[\#(changes.joined(separator: ","))]}"#
        let noted = try await network.service.send(
            "PATCH", "\(home)/help/days/\(today)/intakes", body: Array(body.utf8), bearer: network.account)
        #expect(noted.status == 200, "\(noted.text)")
        let dose = """
            {"time":"00:05","dosage":"Step 2","amount":0.3,"unit":"ml","route":"oral","half":false,
             "medicines":[],"cofactors":{"ill":true},"notes":"",
             "reaction":{"symptoms":["Hives","Itching"],"minutesAfter":15,"notes":"Rested"}}
            """
        let kept = try await network.service.send(
            "PUT", "\(home)/help/days/\(today)/doses/food:peanut", body: Array(dose.utf8),
            bearer: network.account)
        #expect(kept.status == 200, "\(kept.text)")
    }

    @Test func `another implementation of FHIR accepts the summary of a diary`() async throws {
        try await FilledNetwork.during { network in
            let persons = try await network.service.get("/v1/me/persons", bearer: network.account).json
            let person = try #require(persons["persons"].elements.first?["id"].text)
            for home in ["/v1/me", "/v1/me/persons/\(person)"] {
                try await treat(home, network)
                let answer = try await network.service.get(
                    "\(home)/diary/fhir?\(days)", bearer: network.account)
                #expect(answer.status == 200 && answer.type == "application/fhir+json", "\(answer.text)")
                let file = network.service.workspace.folder.appending(path: "bundle.json")
                try Data(answer.bytes).write(to: file)
                let outcome = try await Python.play("fhir_bundle.py", [file.path])
                try #require(outcome.status == 0, "\(outcome.output)")
                let counts = try JSONDecoder().decode([String: Int].self, from: Data(outcome.output.utf8))
                for type in ["Patient", "Questionnaire", "QuestionnaireResponse", "MedicationAdministration"]
                {
                    #expect(counts[type] == 1, "\(counts)")
                }
                expectTreatment(in: answer.json["entry"].elements.map { $0["resource"] })
                // The medication score, and birch on the days that were measured.
                #expect(counts["Observation"] ?? 0 > 5, "\(counts)")
                let blow = try #require(
                    answer.json["entry"].elements.first { entry in
                        entry["resource"]["code"]["coding"].elements.contains { $0["code"] == "19935-6" }
                    })["resource"]
                #expect(blow["valueQuantity"]["value"] == 430 && blow["valueQuantity"]["code"] == "L/min")
                #expect(blow["effectiveDateTime"].text?.count ?? 0 >= "2026-04-10T12:00:00Z".count)
                #expect(!answer.text.contains("anna") && !answer.text.contains("Mia"))
            }
        }
    }

    private func expectTreatment(in resources: [JSONValue]) {
        let statements = resources.filter { $0["resourceType"] == "MedicationStatement" }
        // A spray of the quiz, two planned medicines, what was taken and what was skipped; not what was put off.
        let states = statements.map { $0["status"].text ?? "" }.sorted()
        #expect(states == ["active", "active", "completed", "completed", "not-taken"])
        let planned = statements.first {
            $0["medicationCodeableConcept"]["text"] == "Cetirizine 10 mg, tablet"
        }
        let times = planned?["dosage"].elements ?? []
        #expect(times.count == 2 && times.first?["text"] == "1 at 08:00")
        let rhythm = times.first?["timing"]["repeat"]
        #expect(rhythm?["period"] == 2 && rhythm?["periodUnit"] == "d")
        #expect(rhythm?["boundsPeriod"]["start"] == "2026-04-01")
        #expect(planned?["reasonCode"].elements.first?["text"] == "Hay fever")
        let dose = resources.first { $0["resourceType"] == "MedicationAdministration" }?["dosage"]["dose"]
        #expect(dose?["value"] == 0.3 && dose?["unit"] == "ml" && dose?["code"] == "mL")
        let reactions = resources.filter { !$0["partOf"].elements.isEmpty }
        #expect(reactions.compactMap { $0["code"]["text"].text }.sorted() == ["Hives", "Itching"])
        #expect(reactions.allSatisfy { $0["effectiveDateTime"].text?.contains("T00:20:00") == true })
    }

    @Test func `the table has a line for each day, and is empty where nothing is known`() async throws {
        try await FilledNetwork.during { network in
            try await treat("/v1/me", network)
            let answer = try await network.service.get("/v1/me/diary/table?\(days)", bearer: network.account)
            #expect(answer.status == 200 && answer.type?.hasPrefix("text/csv") == true)
            let lines = answer.text.split(separator: "\r\n").map(String.init)
            let names = try #require(lines.first).split(separator: ",").map(String.init)
            #expect(names.first == "day" && names.last == "birch (grains/m3)")
            let last = try #require(lines.last).split(separator: ",", omittingEmptySubsequences: false)
            #expect(last.count == names.count && last.first ?? "" == today.description)
            let fields = Dictionary(uniqueKeysWithValues: zip(names, last.map(String.init)))
            #expect(fields["feeling"] == "3" && fields["medicines"] == "nasalSteroid")
            #expect(fields["peakFlow (L/min)"] == "430.0")
            #expect(fields["intakes"] == "08:00 Cetirizine 10 mg taken; 20:00 Cetirizine 10 mg skipped")
            #expect(fields["doses"] == "00:05 food:peanut 0.3 ml")
            #expect(fields["dss"] == "" && fields["dms"] == "2" && fields["sneezing"] == "")
            #expect(lines.count > 5)
            let refused = try await network.service.get(
                "/v1/me/diary/table?from=2020-01-01", bearer: network.account)
            expect(refused, 400, "invalid-parameter", naming: "1096 days")
        }
    }

    @Test func `the document is in the language that was asked for, and names nobody`() async throws {
        try await FilledNetwork.during { network in
            try await treat("/v1/me", network)
            let folder = network.service.workspace.folder
            for (query, title) in [("", "Diary and air"), ("&language=de", "Tagebuch und Luft")] {
                let answer = try await network.service.get(
                    "/v1/me/diary/paper?\(days)\(query)", bearer: network.account)
                #expect(answer.status == 200 && answer.type == "application/pdf", "\(answer.text)")
                try Data(answer.bytes).write(to: folder.appending(path: "diary.pdf"))
                let text = try await GeospatialTool.run(
                    "pdftotext", ["-layout", "diary.pdf", "-"], in: folder
                ).output
                #expect(text.contains(title) && text.contains("Basel"), "\(text)")
                #expect(text.contains("Cetirizine 10 mg") && text.contains("Step 2"))
                #expect(!text.contains("anna") && !text.contains("Mia"))
            }
            let refused = try await network.service.get(
                "/v1/me/diary/paper?language=la", bearer: network.account)
            expect(refused, 400, "invalid-parameter", naming: "language")
        }
    }
}
