import Foundation
import Testing

@testable import Help

@Suite struct EmergencyContactTests {
    private func contact(_ email: String?) -> EmergencyContact {
        EmergencyContact(
            name: "Nora", relation: "my sister", phone: "", email: email.flatMap(ContactAddress.init),
            role: .contact, order: 0)
    }

    @Test(arguments: ["nora@example.org", "n.o+r'a@sub.example.org", "a@b.c0m", "NORA@EXAMPLE.ORG"])
    func `an address that mail servers take is an address`(text: String) {
        #expect(ContactAddress(text)?.text == text)
    }

    @Test(arguments: [
        "", "nora", "nora@", "@example.org", "nora@example", "nora@example.1", "no ra@example.org",
        "nora@-example.org", "nora@example-.org", "nora@exa_mple.org", ".nora@example.org",
        "nora.@example.org", "nora@@example.org", "nora@example.org\n", "nöra@example.org",
        String(repeating: "n", count: 65) + "@example.org",
        "n@" + String(repeating: "example.", count: 32) + "org",
    ])
    func `anything else is none`(text: String) {
        #expect(ContactAddress(text) == nil)
    }

    @Test func `a phone number is what people write`() {
        for text in ["112", "+41 79 000 00 00", "(061) 000.00-00/1"] {
            #expect(EmergencyContact.isPhone(text), "\(text)")
        }
        for text in ["", "12", "call me", "+", "1;2;3", "112\n", String(repeating: "1", count: 33)] {
            #expect(!EmergencyContact.isPhone(text), "\(text)")
        }
    }

    @Test func `an agreement stands as long as the address does`() {
        let agreed = contact("nora@example.org").with(.agreed)
        #expect(contact("Nora@Example.org").following(agreed).agreement == .agreed)
        #expect(contact("nora@example.com").following(agreed).agreement == .notAsked)
        #expect(contact(nil).following(agreed).agreement == .notAsked)
    }

    @Test func `a contact who has not agreed cannot be reached, and it says why`() {
        let nora = contact("nora@example.org")
        #expect(SOSCall.Obstacle(contact(nil).with(.agreed), isMailed: true) == .noEmail)
        #expect(SOSCall.Obstacle(nora, isMailed: true) == .notAsked)
        #expect(SOSCall.Obstacle(nora.with(.asked), isMailed: true) == .unanswered)
        #expect(SOSCall.Obstacle(nora.with(.declined), isMailed: true) == .declined)
        #expect(SOSCall.Obstacle(nora.with(.agreed), isMailed: false) == .noMail)
        #expect(SOSCall.Obstacle(nora.with(.agreed), isMailed: true) == nil)
    }
}
