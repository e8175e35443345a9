extension PDF {
    /// Within how many bytes the trailer begins before the end of a file, and the catalogue before its
    /// cross-reference table: both are much shorter.
    private static let reach = 512

    /// The file with more in its catalogue, such as `/Lang (de)`, which Cairo does not write.
    ///
    /// The catalogue is written once more behind the end (ISO 32000-1, 7.5.6: incremental updates).
    ///
    /// - Returns: `nil` if the end of the file is not as Cairo writes it.
    static func adding(_ members: String, to file: [UInt8]) -> [UInt8]? {
        let end = String(decoding: file.suffix(reach), as: UTF8.self)
        let trailers = /trailer\n<< (\/Size \d+\s+\/Root \d+ 0 R\s+\/Info \d+ 0 R)\s*>>\nstartxref\n(\d+)\n/
        guard let trailer = end.firstMatch(of: trailers), let table = Int(trailer.2), table < file.count
        else { return nil }
        let before = String(decoding: file[..<table].suffix(reach), as: UTF8.self)
        let catalogues = /\n(\d+) 0 obj\n<< (\/Type \/Catalog.*)>>\nendobj\n$/.dotMatchesNewlines()
        guard let catalogue = before.firstMatch(of: catalogues) else { return nil }
        let object = "\(catalogue.1) 0 obj\n<< \(catalogue.2)\(members) >>\nendobj\n"
        let place = String(repeating: "0", count: 10 - "\(file.count)".count) + "\(file.count)"
        let update = """
            xref
            \(catalogue.1) 1
            \(place) 00000 n\u{20}
            trailer
            << \(trailer.1) /Prev \(table) >>
            startxref
            \(file.count + object.utf8.count)
            %%EOF

            """
        return file + Array((object + update).utf8)
    }
}
