import Alerts
import Allergens

extension MarkerLayout {
    /// The smallest distance between two marks along one axis: a mark and the count of its neighbour.
    static let clusterReach = 40

    /// Places alerts; alerts that are close together share one mark with their number.
    ///
    /// The shared mark is that of the alert with the highest level, or else of the newest alert, at that
    /// alert's position. It fades with its freshest member. Alerts at the same position stay together at
    /// every zoom.
    package init(alerts: [AlertMarker], zoom: Int) {
        var clusters = AlertClusters(zoom: zoom)
        for alert in alerts.sorted(by: Self.leads) { clusters.add(alert) }
        self.init(zoom: zoom, items: clusters.items)
    }

    private static func leads(_ left: AlertMarker, _ right: AlertMarker) -> Bool {
        let (a, b) = (left.level?.rank ?? -1, right.level?.rank ?? -1)
        if a != b { return a > b }
        return left.age == right.age ? left.id.rawValue < right.id.rawValue : left.age < right.age
    }
}

/// Groups of alerts that are close together, each around the alert that came first.
private struct AlertClusters {
    private struct Cluster {
        let leader: AlertMarker
        let x: Int
        let y: Int
        var count: Int
        var age: AlertMarker.Age
    }

    private let zoom: Int
    private var clusters: [Cluster] = []
    private var index: BoxIndex

    init(zoom: Int) {
        self.zoom = zoom
        index = BoxIndex(zoom: zoom)
    }

    mutating func add(_ alert: AlertMarker) {
        guard let (x, y) = PixelBox.place(of: alert.position, zoom: zoom) else { return }
        // Around each leader is a box of its reach; an alert inside the box belongs to the leader.
        let spot = PixelBox(x: x, y: y, width: 1, height: 1)
        if let nearest = nearest(to: spot) {
            clusters[nearest].count += 1
            clusters[nearest].age = min(clusters[nearest].age, alert.age)
            return
        }
        let reach = MarkerLayout.clusterReach
        index.insert(
            PixelBox(x: x - reach + 1, y: y - reach + 1, width: 2 * reach - 1, height: 2 * reach - 1))
        clusters.append(Cluster(leader: alert, x: x, y: y, count: 1, age: alert.age))
    }

    /// The nearest leader within reach of a position; the first among equally near ones.
    private func nearest(to spot: PixelBox) -> Int? {
        index.numbers(in: spot).min { first, second in
            distance(first, to: spot) < distance(second, to: spot)
        }?.number
    }

    private func distance(_ found: (number: Int, turn: Int), to spot: PixelBox) -> Int {
        let cluster = clusters[found.number]
        let (dx, dy) = (cluster.x + found.turn - spot.x, cluster.y - spot.y)
        return dx * dx + dy * dy
    }

    var items: [MarkerLayout.Item] {
        clusters.flatMap { cluster in
            let look: MarkerStyle =
                switch cluster.leader.kind {
                case .user: .report
                case .station: .warning(cluster.leader.level, isForecast: false)
                case .forecast: .warning(cluster.leader.level, isForecast: true)
                }
            let opacity = cluster.age.opacity
            let mark = MarkerLayout.Item(look, x: cluster.x, y: cluster.y, opacity: opacity)
            guard cluster.count > 1 else { return [mark] }
            return [
                mark,
                MarkerLayout.Item(
                    .count(cluster.count), x: cluster.x + 5, y: cluster.y - 12, opacity: opacity),
            ]
        }
    }
}

extension AlertMarker.Age {
    /// The opacity of a mark; even in the last step it is visible on any basemap.
    var opacity: UInt8 {
        switch self {
        case .fresh: 255
        case .recent: 215
        case .old: 170
        case .ending: 125
        }
    }
}
