import Alerts
import Allergens
import Foundation
import HTTP
import Localisation
import Observations
import People
import SampleTesting
import Testing

@testable import API

/// Validates every kind of alert as CAP 1.2 against the OASIS schema, with an independent validator.
@Suite(.timeLimit(.minutes(20))) struct CAPSchemaTests {
    private static let judge = """
        import json, sys
        from xml.etree import ElementTree
        from capvalidator.validate import Validator
        verdicts = []
        for name, text in json.load(sys.stdin).items():
            root = ElementTree.fromstring(text)
            tag = lambda name: root.findtext('{urn:oasis:names:tc:emergency:cap:1.2}' + name)
            info = root.findall('{urn:oasis:names:tc:emergency:cap:1.2}info')
            verdicts.append({'name': name, 'valid': bool(Validator(text.encode()).schema()[0]), 'type': tag('msgType'),
                'status': tag('status'), 'references': tag('references'), 'infos': len(info)})
        json.dump(verdicts, sys.stdout)
        """

    private struct Verdict: Decodable {
        let name: String
        let valid: Bool
        let type: String
        let status: String
        let references: String?
        let infos: Int
    }

    private let api = TestAPI()
    private let first = Alert.Reference(id: Alert.ID(rawValue: "first"), sent: noon)

    private func document(of alert: Alert) -> String {
        CAPAlert(
            alert: alert, publisher: api.environment.publisher, base: "https://breathe.example",
            taxonomy: .standard
        ).xml.document
    }

    private func aired(_ kind: Alert.Kind, _ message: Alert.Message, _ basis: Basis, _ level: Level) -> Alert
    {
        let finding = Alert.Finding(
            station: "basel", stationName: "Bâle <&> \"Süd\"", value: 0.5, day: today, basis: basis)
        return Alert(
            kind: kind, message: message, reference: message == .alert ? nil : first, allergens: ["birch"],
            level: level, publicPosition: .basel, sent: noon, expires: noon.addingTimeInterval(86_400),
            finding: finding)
    }

    private func reported(_ message: Alert.Message, reports: Int, _ allergens: [Allergen.ID]) -> Alert {
        Alert(
            kind: .user, message: message, reference: message == .alert ? nil : first, allergens: allergens,
            level: nil, publicPosition: .basel, sent: noon, expires: noon.addingTimeInterval(43_200),
            testimony: Alert.Testimony(
                reports: reports, confirmations: reports - 1, reporter: "ben", symptoms: Symptom.allCases,
                comment: reports > 1 ? "]]> & <b>‘größer’</b> 😀" : nil))
    }

    /// Every possible alert, by a unique name.
    private var alerts: [String: Alert] {
        var alerts: [String: Alert] = [:]
        for message in Alert.Message.allCases {
            for kind in [Alert.Kind.station, .forecast] {
                for basis in Basis.allCases {
                    for level in Level.allCases {
                        alerts["\(kind) \(message) \(basis) \(level)"] = aired(kind, message, basis, level)
                    }
                }
            }
            for reports in [1, 7] {
                alerts["user \(message) \(reports)"] = reported(message, reports: reports, ["birch", "oak"])
                alerts["unsure \(message) \(reports)"] = reported(message, reports: reports, [])
            }
        }
        return alerts
    }

    @Test func `the schema accepts measured, forecast, modelled, simulated and reported alerts`()
        async throws
    {
        let alerts = alerts
        let documents = try JSONEncoder().encode(alerts.mapValues(document))
        let answer = try await Python.run(Self.judge, input: documents)
        let verdicts = try JSONDecoder().decode([Verdict].self, from: answer)
        #expect(verdicts.count == alerts.count && alerts.count == 132)
        for verdict in verdicts {
            let alert = try #require(alerts[verdict.name])
            #expect(verdict.valid, "\(verdict.name)")
            #expect(verdict.type == alert.message.rawValue.capitalized)
            #expect(verdict.status == (alert.finding?.basis == .simulated ? "Exercise" : "Actual"))
            #expect((verdict.references != nil) == (alert.reference != nil))
            #expect(verdict.references?.contains(",first,2020-04-08T12:00:00-00:00") ?? true)
            #expect(verdict.infos == Language.allCases.count)
        }
    }

    @Test func `a document that breaks the schema is rejected`() async throws {
        let text = document(of: reported(.alert, reports: 1, [])).replacing("Actual", with: "Real")
        let answer = try await Python.run(Self.judge, input: JSONEncoder().encode(["wrong": text]))
        #expect(try JSONDecoder().decode([Verdict].self, from: answer).map(\.valid) == [false])
    }
}
