package import Foundation

/// The answers of an export as one Bundle of FHIR R4 (HL7, 4.0.1), written resource by resource.
///
/// The resources are those of ``ResponseLines``, in the same order.
package struct ResponseBundle {
    private enum Place { case before, among, after }

    private let lines: ResponseLines
    private let moment: Date
    private var place = Place.before

    /// - Parameters:
    ///   - export: The export.
    ///   - home: The address below which our own names are, without a slash at its end.
    ///   - moment: When the answers are put together.
    /// - Throws: What the source throws.
    package init(_ export: StudyExport, home: String, at moment: Date) throws {
        lines = try ResponseLines(export, home: home)
        self.moment = moment
    }

    /// The next piece of the document, or `nil` at its end.
    ///
    /// - Throws: What the source throws.
    package mutating func piece() throws -> Data? {
        switch place {
        case .before:
            let head =
                #"{"resourceType":"Bundle","type":"collection","timestamp":"\#(moment.formatted(.iso8601))""#
            guard let entry = try entry() else {
                // A list in FHIR has at least one element, or is left out.
                place = .after
                return Data("\(head)}\n".utf8)
            }
            place = .among
            return Data("\(head),\"entry\":[\n".utf8) + entry
        case .among:
            if let entry = try entry() { return Data(",\n".utf8) + entry }
            place = .after
            return Data("\n]}\n".utf8)
        case .after: return nil
        }
    }

    /// The next answer under an address of its own, which says nothing about the answer.
    private func entry() throws -> Data? {
        try lines.resource().map { resource in
            let address = "urn:uuid:\(UUID().uuidString.lowercased())"
            return Data(#"{"fullUrl":"\#(address)","resource":"#.utf8) + resource + Data("}".utf8)
        }
    }
}
