import Allergens
import Foundation
import SampleTesting
import Testing

/// A diary as files for a doctor.
@Suite(.timeLimit(.minutes(20))) struct DiarySummaryTests {
    private let days = "from=\(today.adding(days: -8))&to=\(today)"

    @Test func `another implementation of FHIR accepts the summary of a diary`() async throws {
        try await FilledNetwork.during { network in
            let persons = try await network.service.get("/v1/me/persons", bearer: network.account).json
            let person = try #require(persons["persons"].elements.first?["id"].text)
            for home in ["/v1/me", "/v1/me/persons/\(person)"] {
                let answer = try await network.service.get(
                    "\(home)/diary/fhir?\(days)", bearer: network.account)
                #expect(answer.status == 200 && answer.type == "application/fhir+json", "\(answer.text)")
                let file = network.service.workspace.folder.appending(path: "bundle.json")
                try Data(answer.bytes).write(to: file)
                let outcome = try await Python.play("fhir_bundle.py", [file.path])
                try #require(outcome.status == 0, "\(outcome.output)")
                let counts = try JSONDecoder().decode([String: Int].self, from: Data(outcome.output.utf8))
                for type in ["Patient", "Questionnaire", "QuestionnaireResponse", "MedicationStatement"] {
                    #expect(counts[type] == 1, "\(counts)")
                }
                // The medication score, and birch on the days that were measured.
                #expect(counts["Observation"] ?? 0 > 5, "\(counts)")
                #expect(!answer.text.contains("anna") && !answer.text.contains("Mia"))
            }
        }
    }

    @Test func `the table has a line for each day, and is empty where nothing is known`() async throws {
        try await FilledNetwork.during { network in
            let answer = try await network.service.get("/v1/me/diary/table?\(days)", bearer: network.account)
            #expect(answer.status == 200 && answer.type?.hasPrefix("text/csv") == true)
            let lines = answer.text.split(separator: "\r\n").map(String.init)
            let names = try #require(lines.first).split(separator: ",").map(String.init)
            #expect(names.first == "day" && names.last == "birch (grains/m3)")
            let last = try #require(lines.last).split(separator: ",", omittingEmptySubsequences: false)
            #expect(last.count == names.count && last.first ?? "" == today.description)
            let fields = Dictionary(uniqueKeysWithValues: zip(names, last.map(String.init)))
            #expect(fields["feeling"] == "3" && fields["medicines"] == "nasalSteroid")
            #expect(fields["dss"] == "" && fields["dms"] == "2" && fields["sneezing"] == "")
            #expect(lines.count > 5)
            let refused = try await network.service.get(
                "/v1/me/diary/table?from=2020-01-01", bearer: network.account)
            expect(refused, 400, "invalid-parameter", naming: "1096 days")
        }
    }

    @Test func `the document is in the language that was asked for, and names nobody`() async throws {
        try await FilledNetwork.during { network in
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
                #expect(!text.contains("anna") && !text.contains("Mia"))
            }
            let refused = try await network.service.get(
                "/v1/me/diary/paper?language=la", bearer: network.account)
            expect(refused, 400, "invalid-parameter", naming: "language")
        }
    }
}
