import Foundation
import SampleTesting
import Testing

/// Everything of an account, exported and deleted.
@Suite(.timeLimit(.minutes(20)), .serving())
struct WholeAccountTests {
    /// The exported file that covers each table's rows about an account; a new table needs one, too.
    private static let told = [
        "login": "account.json", "accountRole": "account.json", "portrait": "picture.png",
        "account": "persons.json",
        "person": "persons.json", "profile": "profile.json", "unitChoice": "profile.json",
        "welcomeQuiz": "quiz.json",
        "fence": "fences.json", "fenceOutline": "fences.json", "channel": "channels.json",
        "delivery": "alerts.json", "formerFence": "alerts.json", "report": "reports.json",
        "reportPerson": "reports.json", "confirmation": "opinions.json", "flag": "opinions.json",
        "moderation": "decisions.json", "consent": "consents.json", "audit": "audit.json",
        "session": "sessions.json", "message": "messages.json", "credential": "tokens.json",
        "identity": "identities.json", "diaryEntry": "diary.json",
        "trip": "trips.json", "metricDay": "metrics.json", "metricHour": "metrics.csv",
        "metricPlan": "metrics-plan.json",
        "reminderPlan": "reminders.json", "reminder": "reminders.json", "reminderSending": "reminders.json",
        "sharedLink": "links.json", "sharedOpening": "links.json",
        "helpRecord": "help.json", "helpDay": "help.json",
        "personalDocument": "documents.json", "personalDocumentPart": "documents.json",
        "helpReminder": "help.json", "helpReminderSending": "help.json",
        "submission": "articles.json", "submissionRemark": "articles.json",
        "submissionEvent": "articles.json", "publishedArticle": "articles.json",
        "studyResearcher": "studies.json", "studyParticipant": "studies.json",
        "studyInvitation": "studies.json", "studyConsent": "studies.json", "studyAnswer": "studies.json",
        "studyLook": "studies.json", "studyLookAt": "studies.json", "studyReminder": "studies.json",
        "studyMessage": "studies.json",
        "contactLetter": "contact-letters.json", "sosCall": "contact-letters.json",
    ]

    /// The tables that an export leaves out, and why.
    private static let leftOut = [
        "oneTimeLink": "secrets of links that are on their way; the audit log tells of them",
        "signInRecord": "counts that only slow attempts down; the audit log tells of the attempts",
        "idempotentAnswer": "answers of the last day, kept for who repeats a request",
        "subscriberAct": "what was done within a day, which the reports and opinions tell",
        "studyLetter": "what became of the mail by which an invitation came, without the address",
        "studyReminderSending": "deliveries of reminders of studies, whose number is in studies.json",
        "helpCalendar": "the secret of a calendar's address, whose content is in help.json",
        "notice": "messages about links and values, told in links.json and metrics.csv, and of flags",
        "metricNews": "values that are waiting to be looked at, which are in metrics.csv",
        "metricFeed": "when each token last sent values, so that its silence is told",
        "noticeSending": "deliveries of these messages",
        "offDuty": "that a moderator is not told of flags, which /v1/moderation/duty tells",
        "submissionPicture": "files of their own beside articles.json",
        "articleVersion": "what readers see, with who published it, told in articles.json as an act",
        "sharedFile": "what the owner has encrypted, and we cannot read",
        "announcedLevel": "what was last told at a fence, so that it is not told again",
        "announcedForecast": "what was last told at a fence, so that it is not told again",
    ]

    private func entries(of zip: Data) async throws -> JSONValue {
        let script = """
            import io, json, sys, zipfile
            with zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read())) as file:
                assert file.testzip() is None
                print(json.dumps({name: file.read(name).decode("latin-1") for name in file.namelist()}))
            """
        return try JSONDecoder().decode(JSONValue.self, from: try await Python.run(script, input: zip))
    }

    @Test func `the export covers every table with data of the account and its persons`() async throws {
        let whole = try await WholeAccount("wholly", in: service)
        #expect(try await whole.tables() == Set(Self.told.keys).union(Self.leftOut.keys))
        let answer = try await service.get("/v1/me/export", bearer: whole.token)
        let files = try await entries(of: Data(answer.bytes))
        let folder = whole.person.replacing("/v1/me/", with: "")
        for file in Set(Self.told.values) { #expect(files[file] != .null, "\(file)") }
        let (own, words) = (WholeAccount.self, whole.words)
        let expected: [(String, [String])] = [
            ("account.json", ["wholly", whole.email, own.birth, #""roles":["expert","researcher"]"#]),
            ("diary.json", [words[4]]), ("diary.csv", [words[4]]), ("\(folder)/diary.json", [words[1]]),
            ("help.json", [words[4]]), ("\(folder)/help.json", [words[1]]), ("links.json", [words[4]]),
            ("\(folder)/links.json", [words[1]]),
            ("documents.json", ["application/pdf"]), ("\(folder)/documents.json", ["application/pdf"]),
            ("trips.json", ["4321.75"]), ("\(folder)/trips.csv", ["4321.75"]),
            ("picture.png", ["PNG"]), ("persons.json", [words[2], own.childBirth]),
            ("profile.json", ["birch"]),
            ("quiz.json", [words[4]]), ("fences.json", [words[3], "80.123456"]), ("fences.csv", [words[3]]),
            ("\(folder)/profile.json", ["birch"]), ("\(folder)/quiz.json", [words[1]]),
            ("\(folder)/fences.json", [words[0], "80.123456"]), ("\(folder)/fences.csv", [words[0]]),
            ("reports.json", [words[5], words[2]]), ("tokens.json", ["watch of wholly"]),
            ("articles.json", [words[7]]),
            ("studies.json", [words[8], own.letter, #""nose":"2""#, #""role":"owner""#]),
            ("messages.json", [words[6], whole.email]), ("consents.csv", ["warnings"]),
            ("audit.csv", ["personAdded", "signInRefused", "roleGranted"]),
        ]
        for (file, texts) in expected {
            for text in texts { #expect(files[file].text?.contains(text) == true, "\(text) in \(file)") }
        }
        if case .object(let all) = files {
            for (place, word) in [("documents/", words[4]), ("\(folder)/documents/", words[1])] {
                let file = all.first { $0.key.hasPrefix(place) }
                #expect(file?.value.text?.contains(word) == true, "\(place)")
            }
        }
        // Secrets are for nobody, not even in their owner's file.
        let secret = try #require(whole.token.split(separator: "_", maxSplits: 2).last)
        if case .object(let all) = files {
            for (name, file) in all { #expect(file.text?.contains(secret) == false, "\(name)") }
        }
    }

    @Test func `nothing of a deleted account or its persons is left in the file`() async throws {
        let whole = try await WholeAccount("nobody-at-all", in: service)
        let sealed = try await whole.sealedBytes()
        let before = try await whole.file()
        #expect(
            sealed.count >= 16 && sealed.allSatisfy { before.range(of: $0) != nil },
            "the values should be there before")
        #expect(before.range(of: Data("nobody-at-all".utf8)) != nil)
        let gone = try await service.send(
            "DELETE", "/v1/me", body: Array(#"{"confirm":"nobody-at-all"}"#.utf8), bearer: whole.token)
        #expect(gone.status == 204)
        let bytes = try await whole.file()
        #expect(bytes.count > 10_000)
        for (place, sealed) in sealed.enumerated() { #expect(bytes.range(of: sealed) == nil, "\(place)") }
        let texts =
            whole.words + [
                WholeAccount.letter, whole.name, whole.email, WholeAccount.birth, WholeAccount.childBirth,
            ]
        for text in texts { #expect(bytes.range(of: Data(text.utf8)) == nil, "\(text)") }
        let number = withUnsafeBytes(of: 80.123_456.bitPattern.bigEndian) { Data($0) }
        #expect(bytes.range(of: number) == nil)
    }
}
