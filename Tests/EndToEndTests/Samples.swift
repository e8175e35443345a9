import Allergens
import Foundation
import SampleTesting
import Testing

/// Today in UTC, the time zone of the stations that tests add.
var today: CivilDate { CivilDate(at: Date(), in: .gmt) }
var yesterday: CivilDate { today.adding(days: -1) }

/// Rows in the format of the 14 stations, around the tile 7/66/45 and in the one above it, with a value in
/// each class of birch.
let birchSeason = """
    taxon,station,type,value,datetime
    Betula,Basel,measurement,120,2020-04-08
    Betula,Bern,measurement,437.5,2020-04-08
    Betula,Neuchâtel,measurement,30,2020-04-08
    Betula,Genève,measurement,5,2020-04-08
    Betula,Lausanne,measurement,0,2020-04-08
    Betula,Basel,measurement,0,2020-01-15
    Betula,Bern,measurement,0.4,2020-01-15
    Betula,Lausanne,measurement,0,2020-01-15

    """

/// A fence as a subscriber sends it.
func circle(
    _ longitude: Double, _ latitude: Double, radius: Double = 5_000, named name: String = "Home",
    watching allergens: String = #"{"allergen":"birch","level":"moderate"}"#, alerts: String = ""
) -> String {
    #"{"name":"\#(name)","area":{"type":"Point","coordinates":[\#(longitude),\#(latitude)]},"#
        + #""radius":\#(radius),"allergens":[\#(allergens)]\#(alerts)}"#
}

/// A fence whose area is a square of 0.2 degrees with its south-west corner at a place.
func square(_ west: Double, _ south: Double) -> String {
    let (east, north) = (west + 0.2, south + 0.2)
    return polygon(
        "[[[\(west),\(south)],[\(east),\(south)],[\(east),\(north)],[\(west),\(north)],[\(west),\(south)]]]")
}

/// A fence around a polygon.
func polygon(_ coordinates: String) -> String {
    #"{"name":"Field","area":{"type":"Polygon","coordinates":\#(coordinates)},"#
        + #""allergens":[{"allergen":"birch","level":"moderate"}]}"#
}

/// A report as a person sends it.
func report(
    _ longitude: Double, _ latitude: Double, of allergens: String..., comment: String = "by the river",
    showsName: Bool = false
) -> String {
    let names = allergens.map { #""\#($0)""# }.joined(separator: ",")
    return #"{"area":{"type":"Point","coordinates":[\#(longitude),\#(latitude)]},"allergens":[\#(names)],"#
        + #""symptoms":["sneezing"],"comment":"\#(comment)","showsName":\#(showsName)}"#
}

/// Expects a problem document of one kind, with words that name its subject.
func expect(
    _ answer: Answer, _ status: Int, _ problem: String?, naming words: String...,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(answer.status == status, "\(answer.text.prefix(500))", sourceLocation: sourceLocation)
    #expect(answer.problem == problem, "\(answer.text.prefix(500))", sourceLocation: sourceLocation)
    for word in words {
        #expect(
            answer.details.contains(word), "\(word) is not in \(answer.details)",
            sourceLocation: sourceLocation)
    }
}

extension PushSubscriptionKeys {
    /// A channel over a path of the push service, as a browser sends it.
    func channel(at path: String) -> String {
        #"{"kind":"push","subscription":{"endpoint":"\#(address)/push/\#(path)","expirationTime":null,"#
            + #""keys":{"p256dh":"\#(p256dh)","auth":"\#(auth)"}}}"#
    }
}
