import Addressing
import Foundation
import HTTP
import Sharing

/// A link that somebody is about to share, as they send it.
struct SharedLinkRequest: StrictDocument {
    static let members: Set = ["label", "passcode", "expires", "files"]

    struct FileRequest: Decodable {
        let contentType: String
        let content: String
    }

    /// The most characters of a label (SMART Health Links, "Construct a SMART Health Link Payload").
    private static let labelLength = 80
    private static let passcodeLength = 4...100
    private static let fileCount = 1...10

    let label: String
    let passcode: String?
    let expires: String
    let files: [FileRequest]

    /// What is to be shared, if all of it is valid.
    ///
    /// - Throws: One problem that names every mistake.
    func checked(for purpose: SharedLink.Purpose, at now: Date) throws -> SharedLinkDraft {
        var mistakes = Mistakes(.invalidLink)
        if !label.isOneLine(of: 1...Self.labelLength) {
            mistakes.note(
                "/label", "A label has 1 to \(Self.labelLength) characters, none of them control.")
        }
        if let passcode, !passcode.isOneLine(of: Self.passcodeLength) {
            mistakes.note("/passcode", "A passcode has 4 to 100 characters, none of them control.")
        }
        let end = Date(rfc3339: expires)
        let latest = now.addingTimeInterval(SharedLink.longestLife)
        if end.map({ $0 <= now || $0 > latest }) ?? true {
            mistakes.note(
                "/expires", "This is a time as in RFC 3339, after now and at most 366 days from now.")
        }
        let files = checkedFiles(for: purpose, &mistakes)
        try mistakes.check()
        return SharedLinkDraft(
            for: purpose, label: label, passcode: passcode, expires: end ?? now, files: files)
    }

    private func checkedFiles(
        for purpose: SharedLink.Purpose, _ mistakes: inout Mistakes
    ) -> [SharedFile] {
        if !Self.fileCount.contains(files.count) { mistakes.note("/files", "A link has 1 to 10 files.") }
        let size = files.reduce(0) { $0 + $1.content.utf8.count }
        if size > purpose.mostBytes {
            mistakes.note("/files", "All files together have at most \(purpose.mostBytes) bytes.")
        }
        return files.enumerated().compactMap { place, file in
            let pointer = "/files/\(place)/contentType"
            let type = mistakes.word(file.contentType, at: pointer, as: SharedFile.ContentType.self)
            if let type, !purpose.contentTypes.contains(type) {
                let names = purpose.contentTypes.map(\.rawValue).sorted().joined(separator: " or ")
                mistakes.note(pointer, "What is shared here is \(names).")
            }
            if !Encryption.isSound(file.content) {
                mistakes.note(
                    "/files/\(place)/content",
                    "This is a JSON Web Encryption in compact form, with alg dir and enc A256GCM.")
            }
            return type.map { SharedFile($0, file.content) }
        }
    }
}

/// The outside of a JSON Web Encryption in compact form, as SMART Health Links demand it.
private enum Encryption {
    private struct Header: Decodable {
        let alg: String
        let enc: String
    }

    private static let partCount = 5
    /// The bytes of a nonce and of a tag of AES-GCM (RFC 7518, section 5.3).
    private static let (nonceLength, tagLength) = (12, 16)

    static func isSound(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == partCount, parts[1].isEmpty, !parts[3].isEmpty,
            let header = Base64URL.bytes(of: parts[0]), Base64URL.bytes(of: parts[3]) != nil,
            let read = try? JSONDecoder().decode(Header.self, from: header)
        else { return false }
        return read.alg == "dir" && read.enc == "A256GCM"
            && Base64URL.bytes(of: parts[2])?.count == nonceLength
            && Base64URL.bytes(of: parts[4])?.count == tagLength
    }
}

extension String {
    /// Whether it has so many characters, and none that is a control.
    fileprivate func isOneLine(of length: ClosedRange<Int>) -> Bool {
        length.contains(count) && unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
}

/// A link as its owner sees it.
struct SharedLinkAnswerDocument: Encodable {
    struct OpeningAnswer: Encodable {
        let at: Date
        let recipient: String
        let outcome: SharedLink.Opening.Outcome
    }

    let id: String
    let label: String
    let passcode: Bool
    let made: Date
    let expires: Date
    let state: SharedLink.State
    let attemptsLeft: Int
    let openings: [OpeningAnswer]
    /// Where viewers ask for the files; told once, when the link is made.
    let url: String?

    init(_ link: SharedLink, url: String? = nil) {
        id = link.id.rawValue
        label = link.label
        passcode = link.hasPasscode
        made = link.made
        expires = link.expires
        state = link.state
        attemptsLeft = link.attemptsLeft
        openings = link.openings.map {
            OpeningAnswer(at: $0.at, recipient: $0.recipient, outcome: $0.outcome)
        }
        self.url = url
    }
}

struct SharedLinksAnswer: Encodable {
    let links: [SharedLinkAnswerDocument]
}

/// What a viewer sends to open a link.
///
/// Members that we do not know are let pass: viewers are made by others.
struct ManifestRequest: Decodable {
    private static let recipientLength = 1...200

    let recipient: String
    let passcode: String?
    let embeddedLengthMax: Int?

    /// Who opens the link.
    func checkedRecipient() throws -> String {
        guard recipient.isOneLine(of: Self.recipientLength) else {
            var mistakes = Mistakes(.invalidLink)
            mistakes.note("/recipient", "A recipient has 1 to 200 characters, none of them control.")
            try mistakes.check()
            return ""
        }
        return recipient
    }
}

/// The files behind a link.
struct ManifestAnswer: Encodable {
    struct File: Encodable {
        let contentType: String
        let embedded: String?
        let location: String?
    }

    /// Nothing is changed once it is shared.
    let status = "finalized"
    let files: [File]
}
