import Geography

/// Where and when an answer was given, without what was answered, which takes longer to read.
struct StudyAnswerPlace: Codable {
    static let seal = PaddedSeal<StudyAnswerPlace>("studyAnswer", place: "id")

    /// Milliseconds since 1970; missing where answers belong to nobody.
    let given: Int?
    let longitude: Double?
    let latitude: Double?

    init(_ content: StudyAnswerContent) {
        (given, longitude, latitude) = (content.given, content.longitude, content.latitude)
    }

    var position: Coordinate? {
        guard let longitude, let latitude else { return nil }
        return Coordinate(longitude: longitude, latitude: latitude)
    }

    /// Hours since 1970.
    var hour: Int32? { given.map { Int32($0 / 3_600_000) } }
}
