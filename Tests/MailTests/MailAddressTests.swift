import Testing

@testable import Mail

@Suite struct MailAddressTests {
    @Test(arguments: [
        "anna@example.org", "anna.meier+pollen@mail.example.org", "o'neill@example.org", "a@b.ch",
        "anna@xn--zrich-kva.ch", "a_b-c@1and1.com", "\(String(repeating: "a", count: 64))@example.org",
    ])
    func `a valid mailbox is an address`(text: String) {
        #expect(MailAddress(text)?.text == text)
    }

    @Test(arguments: [
        "", "anna", "@example.org", "anna@", "anna@localhost", "anna@@example.org", "anna@example.org@x.ch",
        "anna meier@example.org", ".anna@example.org", "anna.@example.org", "an..na@example.org",
        "anna@-example.org", "anna@example-.org", "anna@example..org", "anna@127.0.0.1", "anna@[127.0.0.1]",
        "anna@example.org\r\nBcc: eve@example.org", "anna@example.org\n", "anna\0@example.org",
        "anna@zürich.ch", "änna@example.org", "\"anna\"@example.org", "<anna@example.org>",
        "anna@example.org>\r\nRCPT TO:<eve@example.org", "\(String(repeating: "a", count: 65))@example.org",
        "a@\(String(repeating: "a.", count: 130))org", "anna@example.org ", "a@b.c٣",
    ])
    func `anything else is not an address`(text: String) {
        #expect(MailAddress(text) == nil)
    }
}
