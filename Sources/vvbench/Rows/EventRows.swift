import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions

extension BenchmarkRow {
    /// Event programs: compiling, verifying, running.
    static let eventRows: [BenchmarkRow] = [
        BenchmarkRow("event/compile", "compile a program of 20 instructions") { context in
            let times = try context.stopwatch.time([
                { EventProgramCompiler.compile(EventInputs.text)?.code?.count ?? 0 }
            ])
            return BenchmarkResult(value: times[0].median / 1_000, unit: "µs")
        },
        BenchmarkRow("event/verify", "verify a program of 20 instructions") { context in
            guard let code = try EventInputs().program.code else { throw BenchmarkError("there is no code") }
            let times = try context.stopwatch.time([
                {
                    try BytecodeVerifier.verify(code)
                    return code.count
                }
            ])
            return BenchmarkResult(value: times[0].median, unit: "ns")
        },
        BenchmarkRow("event/run", "run a program of 20 instructions") { context in
            let (own, byHand) = (try EventInputs(), try EventInputs())
            let interpreter = EventInterpreter()
            for _ in 0..<2 {
                try interpreter.execute(own.program, on: own.label)
                byHand.runByHand()
                guard own.outcome == byHand.outcome else {
                    throw BenchmarkError("the program and the code by hand differ: \(own.outcome), \(byHand.outcome)")
                }
            }
            // Two runs make a pass, because they take turns between two states.
            return try context.stopwatch.compare(
                units: 2,
                in: .nanoseconds,
                {
                    try interpreter.execute(own.program, on: own.label)
                    try interpreter.execute(own.program, on: own.label)
                    return own.label.text?.utf8.count ?? 0
                },
                with: (
                    "the same by hand",
                    {
                        byHand.runByHand()
                        byHand.runByHand()
                        return byHand.label.text?.utf8.count ?? 0
                    }
                ),
                goal: nil
            )
        },
    ]
}
