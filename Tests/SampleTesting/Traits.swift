import Foundation
package import Testing

extension Trait where Self == ConditionTrait {
    /// For bounds on time and whatever else needs a machine that does nothing else.
    ///
    /// `scripts/test` runs suites named `PromptnessTests` after all others, and only then.
    package static var alone: Self {
        .enabled(
            if: ProcessInfo.processInfo.environment["BREATHE_ALONE"] == "1", "other tests run beside them")
    }
}

extension Trait where Self == TimeLimitTrait {
    /// For tests that run a script of ``Python``: it waits for its turn, and has a limit of its own from then on.
    package static var takingTurns: Self { .timeLimit(.minutes(60)) }
}
