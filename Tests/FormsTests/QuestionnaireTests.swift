import Foundation
import SampleTesting
import Testing

@testable import Forms

/// Forms as Questionnaires of FHIR.
@Suite struct QuestionnaireTests {
    private let home = "https://breathe.example/fhir"

    /// A form with everything that a form may have.
    private func everything() throws -> Form {
        let survey = [
            [
                "type", "name", "label::English (en)", "label::Deutsch (de)", "hint", "required", "relevant",
                "constraint",
                "constraint_message", "calculation", "default", "appearance", "parameters", "repeat_count",
                "read_only",
            ],
            ["text", "who", "Name", "Name", "As you like", "yes"],
            ["text", "story", "Story", "Geschichte", "", "", "${who} = 'Anna'", "", "", "", "", "multiline"],
            ["text", "code", "Code", "", "", "", "", "regex(., '[A-Z]{2}')", "Two letters"],
            ["integer", "age", "Age", "", "", "", "", ". >= 0 and . <= 120"],
            [
                "decimal", "litres", "Litres", "", "", "${age} > 17", "${age} >= 6 and ${who} != ''",
                ". >= -0.5", "", "", "0.5",
            ],
            ["range", "bad", "How bad", "", "", "", "", "", "", "", "2", "", "start=0 end=10 step=2"],
            ["range", "share", "Share", "", "", "", "", "", "", "", "", "", "start=0 end=1 step=0.25"],
            ["date", "day", "Day", "", "", "", "", ". <= today()", "", "", "today()"],
            ["date", "born", "Born", "", "", "", "${day} > '2026-01-01'", "", "", "", "2000-02-29"],
            ["time", "at", "At", "", "", "", "", "", "", "", "08:30"],
            ["dateTime", "moment", "Moment", "", "", "", "", "", "", "", "2026-05-01T08:30"],
            [
                "select_one yesno", "fever", "Fever", "", "", "", "${bad} = 10 or ${share} >= 0.5", "", "",
                "", "no", "minimal",
            ],
            [
                "select_multiple signs", "signs", "Signs", "", "", "", "${fever} = 'yes'", "", "", "",
                "nose eyes",
            ],
            [
                "note", "both", "Both", "", "Please", "",
                "selected(${signs}, 'nose') and selected(${signs}, 'eyes')",
            ],
            ["acknowledge", "ok", "Agreed", "", "", "", "not(selected(${signs}, 'nose'))"],
            ["note", "thanks", "Thanks", "", "", "", "${ok} = 'OK' and ${story} = ''"],
            ["calculate", "adult", "", "", "", "", "", "", "", "${age} >= 18"],
            ["begin group", "more", "", "", "", "", "${adult} = 'true'"],
            ["begin repeat", "pet", "Pet", "", "", "", "", "", "", "", "", "", "", "${age}"],
            ["text", "animal", "Animal", "", "", "", "", "", "", "", "", "", "", "", "yes"],
            ["end repeat"], ["end group"],
        ]
        let choices = [
            ["list_name", "name", "label::English (en)", "label::Deutsch (de)"],
            ["yesno", "yes", "Yes", "Ja"],
            ["yesno", "no", "No", "Nein"], ["signs", "nose", "Nose", "Nase"],
            ["signs", "eyes", "Eyes", "Augen"],
        ]
        let settings = [
            ["form_id", "version", "form_title", "licence", "notice", "default_language"],
            ["everything", "2", "Everything", "CC BY 4.0", "Free to use", "English (en)"],
        ]
        return try XLSForm.form(from: [
            FormTable(name: "survey", rows: survey), FormTable(name: "choices", rows: choices),
            FormTable(name: "settings", rows: settings),
        ])
    }

    private func counts(of form: Form) async throws -> [String: Int] {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "questionnaire.json")
        try JSONEncoder().encode(FormQuestionnaire(form, home: home)).write(to: file)
        let outcome = try await Python.play("fhir_questionnaire.py", [file.path])
        try #require(outcome.status == 0, "\(outcome.output)")
        return try JSONDecoder().decode([String: Int].self, from: Data(outcome.output.utf8))
    }

    @Test func `another implementation of FHIR accepts a form with everything in it`() async throws {
        let counts = try await counts(of: everything())
        #expect(
            counts["group"] == 2 && counts["choice"] == 2 && counts["display"] == 4 && counts["boolean"] == 1)
        #expect(
            counts["string"] == 4 && counts["text"] == 1 && counts["integer"] == 2 && counts["decimal"] == 2)
        // story, litres (2), born, fever (2), signs, both (2), thanks (2)
        #expect(counts["conditions"] == 11, "\(counts)")
        #expect(counts["translations"] == 2, "\(counts)")
    }

    @Test func `the form that ships is a Questionnaire with translations`() async throws {
        let counts = try await counts(of: ShippedForm.hayFeverDay.form)
        #expect(counts["choice"] == 4 && counts["display"] == 4)
        #expect(counts["translations"] == 32 && counts["expressions"] == 0)
    }

    @Test func `conditions are in FHIR's words, and are expressions where it has none`() throws {
        let form = try everything()
        func words(_ name: String) -> [String]? {
            guard let relevant = form[name]?.relevant else { return nil }
            return EnablingRule(form, home: home).conditions(of: relevant).map { conditions, behaviour in
                conditions.map { "\($0.question) \($0.operator)" } + [behaviour]
            }
        }
        #expect(words("litres") == ["age >=", "who exists", "all"])
        #expect(words("fever") == ["bad =", "share >=", "any"])
        #expect(words("both") == ["signs =", "signs =", "all"])
        #expect(words("thanks") == ["ok =", "story exists", "all"])
        #expect(words("ok") == nil && words("more") == nil)
    }
}
