import Foundation
import People
import SampleTesting
import Testing

/// What the product never says of a person: no diagnosis, no reassurance, no dose.
///
/// It describes the air and repeats what people said; what makes a statement about a person's illness would make
/// it a medical device (Regulation (EU) 2017/745, article 2 (1)).
@Suite struct MedicalWordsTests {
    /// Patterns by language, each with a sentence that it finds.
    private static let forbidden: [Language: [(pattern: String, sample: String)]] = [
        .english: [
            ("you (are|seem|may be) allergic", "You are allergic to birch."),
            (#"you have an? (\w+ )?allergy"#, "You have a birch allergy."), ("all is well", "All is well."),
            ("nothing to worry|no (reason|cause) (to|for) (worry|concern)", "There is no cause for concern."),
            ("you are (fine|safe|healthy)", "You are safe."), ("no anaphylaxis", "This is no anaphylaxis."),
            (
                "(take|skip|halve|double|stop) (your|the|a|one) (dose|medicine|tablet|drug)",
                "Skip the dose today."
            ),
            ("uncontrolled", "Your asthma is uncontrolled."),
            ("your (diagnosis|illness|disease)", "Your disease"),
        ],
        .german: [
            ("Sie (sind|scheinen) allergisch", "Sie sind allergisch."),
            (#"Sie haben eine \w*allergie"#, "Sie haben eine Birkenallergie."),
            ("alles (ist )?(gut|in Ordnung)", "Alles in Ordnung."),
            ("kein Grund zur (Sorge|Beunruhigung)", "Es gibt keinen – kein Grund zur Sorge."),
            ("Sie sind (gesund|sicher)", "Sie sind gesund."),
            ("keine Anaphylaxie", "Das ist keine Anaphylaxie."),
            (
                "(nehmen|lassen|halbieren|verdoppeln) Sie (Ihre|die|eine) (Dosis|Tablette|Arznei)",
                "Halbieren Sie die Dosis."
            ),
            ("unkontrolliert", "Ihr Asthma ist unkontrolliert."),
            ("Ihre (Diagnose|Krankheit|Erkrankung)", "Ihre Krankheit"),
        ],
        .french: [
            ("vous (êtes|semblez) allergique", "Vous êtes allergique."),
            ("vous avez une allergie", "Vous avez une allergie."), ("tout va bien", "Tout va bien."),
            ("rien d’inquiétant|aucune raison de s’inquiéter", "Rien d’inquiétant."),
            ("vous êtes en (bonne santé|sécurité)", "Vous êtes en sécurité."),
            ("pas d’anaphylaxie", "Il n’y a pas d’anaphylaxie."),
            (
                "(prenez|sautez|doublez|arrêtez) (votre|la|une|le) (dose|comprimé|médicament)",
                "Sautez la dose."
            ),
            ("non contrôlé", "Asthme non contrôlé"), ("votre (diagnostic|maladie)", "Votre maladie"),
        ],
        .italian: [
            ("(sei|sembri) allergic", "Sei allergico."), ("hai un’allergia", "Hai un’allergia."),
            ("tutto (bene|a posto)", "Tutto bene."),
            ("niente di (cui|che) preoccupa", "Niente di cui preoccuparsi."),
            ("stai bene", "Stai bene."), ("nessuna anafilassi", "Nessuna anafilassi."),
            ("(prendi|salta|dimezza|raddoppia) (la|una|il) (dose|compressa|farmaco)", "Salta la dose."),
            ("non controllat", "Asma non controllata"), ("la tua (diagnosi|malattia)", "La tua malattia"),
        ],
        .spanish: [
            ("(es|parece) usted alérgic|usted es alérgic", "Usted es alérgico."),
            ("tiene (usted )?(una )?alergia", "Tiene una alergia."), ("todo (está )?bien", "Todo está bien."),
            ("no hay (motivo|razón) (de|para)", "No hay motivo para preocuparse."),
            ("está (sano|sana|a salvo)", "Está a salvo."), ("sin anafilaxia", "Sin anafilaxia."),
            ("(tome|omita|reduzca|duplique) (su|la|una) (dosis|pastilla|medicina)", "Omita la dosis."),
            ("no controlad", "Asma no controlada"), ("su (diagnóstico|enfermedad)", "Su enfermedad"),
        ],
    ]

    private static let folders = [
        "Sources/Web/Site/Pages/messages", "Sources/Web/Site/Pages/medical",
        "Sources/Alerting/Localisation/Resources",
    ]

    private func isFound(_ pattern: String, in text: String) -> Bool {
        text.range(of: pattern, options: [.regularExpression, .caseInsensitive]) != nil
    }

    /// Every text of a document of messages, with its key.
    private func texts(_ value: Any, key: String = "") -> [(key: String, text: String)] {
        switch value {
        case let text as String: [(key, text)]
        case let members as [String: Any]: members.flatMap { texts($0.value, key: "\(key)/\($0.key)") }
        case let items as [Any]: items.flatMap { texts($0, key: key) }
        default: []
        }
    }

    @Test(arguments: Language.allCases)
    func `no message diagnoses, reassures or doses`(language: Language) throws {
        let patterns = try #require(Self.forbidden[language])
        for (pattern, sample) in patterns { #expect(isFound(pattern, in: sample), "\(pattern)") }
        for folder in Self.folders {
            let file = repository.appending(path: "\(folder)/\(language.rawValue).json")
            let messages = texts(try JSONSerialization.jsonObject(with: try Data(contentsOf: file)))
            #expect(messages.count > 20)
            for (key, text) in messages {
                for (pattern, _) in patterns { #expect(!isFound(pattern, in: text), "\(key): \(text)") }
            }
        }
    }
}
