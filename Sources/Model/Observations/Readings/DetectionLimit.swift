/// Values that lie below what an instrument can tell from nothing.
package enum DetectionLimit {
    /// What a value below a limit of detection counts as on maps and in means: half of the limit.
    ///
    /// It is neither zero nor missing. Directive 2009/90/EC, article 5(1), sets measurements below the limit of
    /// quantification to half of it for the calculation of means.
    package static func substitute(for limit: Double) -> Double { limit / 2 }
}
