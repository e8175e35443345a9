/// How fast the intervals follow the past: the pace, and the years on which it was chosen.
///
/// Each pace was judged on ``WeatherChoice/years`` alone, at Basel and Geneva (source: MeteoSwiss), by
/// rolling origin: every forecast learned only from earlier days, anew every ten days. This was done without
/// weather and with that disturbed by ``WeatherDisturbance`` and ``WeatherChoice/seed``, one and two days
/// ahead, for eight taxa (hazel, alder, birch, beech, oak, ash, grass, ragweed). Of each of these 32 series,
/// the share of results within the interval was taken over every four years in a row, which makes 352
/// shares. The rule: the fewest shares outside .77 to .83, and of equals the narrowest intervals. The width
/// is that of logarithms:
///
/// | pace | shares outside | mean distance from .80 | mean width |
/// |---|---|---|---|
/// | 0, no adapting | 73 | .020 | 1.05 |
/// | .005 | 50 | .016 | 1.04 |
/// | .01 | 34 | .014 | 1.05 |
/// | .02 (chosen) | 20 | .013 | 1.06 |
/// | .05 | 28 | .013 | 1.08 |
///
/// Half of those left are of ragweed, with thirty days a year. Adapting either side for itself left 23 with
/// .02; replaying predictions by fits to earlier years alone left 29. Counting all results in place of those
/// that are judged made the intervals too narrow. Later years had no part in the choice.
enum IntervalChoice {
    /// How much more is left out after a day whose results were all held, and less after other days,
    /// relative to the share by which the day differs from what should be left out.
    static let pace = 0.02
}
