import Testing

@testable import Simulation

@Suite struct SeasonCurveTests {
    @Test(arguments: Taxon.all.indices)
    func `five per cent of the sum are reached at the start of the season and 95 at its end`(index: Int) {
        let dates = Taxon.all[index].dates
        let curve = SeasonCurve(start: dates.start, peak: dates.peak, end: dates.end)
        let step = 0.1
        func sum(from first: Double, to last: Double) -> Double {
            stride(from: first, to: last, by: step).reduce(0) {
                $0 + curve.share(daysAfterPeak: $1 - dates.peak)
            }
        }
        let whole = sum(from: -200, to: 600)
        #expect(abs(sum(from: -200, to: dates.start) / whole - 0.05) < 0.005)
        #expect(abs(sum(from: dates.end, to: 600) / whole - 0.05) < 0.005)
        #expect(curve.share(daysAfterPeak: 0) == 1)
    }
}
