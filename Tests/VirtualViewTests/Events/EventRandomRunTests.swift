import Testing
import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewTestSupport

/// Random programs run to an end, the same one each time.
@Suite struct EventRandomRunTests {
    private static let seed = RandomTests.seed

    /// What a program leaves behind.
    private struct Trace: Equatable {
        var values: [NodeValue?] = []
        var received: [EventValue] = []
        var error: EventError?
    }

    @Test func programsRunTheSameEachTime() throws {
        var source = EventSource(random: SeededGenerator(seed: Self.seed))
        var finished = 0
        let count = RandomTests.count(300)
        for _ in 0..<count {
            let program = source.program().replacing(names)
            let text = "seed \(Self.seed): \(program)"
            guard EventProgramCompiler.compile("${\(program)}")?.code != nil else {
                Issue.record("\(text)")
                return
            }
            let first = try trace(program)
            let second = try trace(program)
            #expect(first == second, "\(text)")
            // Only what a program can meet: it was verified, and it is short.
            #expect(first.error?.code != .unusableProgram && first.error?.code != .tooManySteps, "\(text)")
            #expect(first.error?.code != .unsetRegister && first.error?.code != .missingString, "\(text)")
            if first.error == nil { finished += 1 }
        }
        // Most stop at a name or a kind of value; a test in which all do would show little.
        #expect(count < 100 || finished > count / 100, "seed \(Self.seed): \(finished)")
    }

    /// The names of the generator, as names that mean something here.
    private let names: [(String, String)] = [
        ("data.list[", "data.list["), ("data.get", "this.plus"), ("data.", "this"), ("header.", "this.parent.twin"),
        ("this.title.", "this.parent.twin"), ("this.parent.", "this.siblings"), ("module.util.", "module.test"),
        ("make()", "mother(this.this).twin"), (".a", ".n"), (".b1", ".x"), ("._c", ".x"), (".curPos", ".n"),
        (".if", ".b"), (".title", ".n"), (".textColor", ".n"), (".text", ".s"),
    ]

    private func trace(_ program: String) throws -> Trace {
        let scene = try ProbeScene(.handler(program), data: eventData)
        var trace = Trace()
        do throws(EventError) {
            try scene.run()
        } catch {
            trace.error = error
        }
        for node in scene.tree.nodes {
            trace.values += ["n", "x", "s", "b", "text", "textColor", "tag"].map { node.property(named: $0) }
            trace.values += node.variables.map(\.value)
        }
        trace.received = scene.probe.received
        return trace
    }

    /// Damaged bytes do nothing, or run to an end.
    @Test func damagedBytesRunToAnEnd() throws {
        var source = EventSource(random: SeededGenerator(seed: Self.seed &+ 1))
        for _ in 0..<RandomTests.count(1000) {
            let program = source.program()
            guard var code = EventProgramCompiler.compile("${\(program)}")?.code, !code.isEmpty else { continue }
            for _ in 0..<Int.random(in: 1...3, using: &source.random) {
                let place = Int.random(in: 0..<code.count, using: &source.random)
                code[place] = UInt8.random(in: 0...30, using: &source.random)
            }
            let scene = try ProbeScene(.program(code), data: eventData)
            do throws(EventError) {
                try scene.run()
            } catch {
                #expect((0...code.count).contains(error.byteOffset), "seed \(Self.seed): \(program)")
            }
        }
    }
}

extension String {
    /// The text with whole names replaced.
    fileprivate func replacing(_ names: [(String, String)]) -> String {
        var text = ""
        var rest = self[...]
        while let first = rest.first {
            let found = names.first { name, _ in
                guard rest.hasPrefix(name) else { return false }
                let next = rest.dropFirst(name.count).first
                return name.last?.isLetter != true || !(next?.isLetter == true || next?.isNumber == true || next == "_")
            }
            if let (name, other) = found {
                text += other
                // The point of a pattern that ends with one begins the next name.
                rest = rest.dropFirst(name.hasSuffix(".") ? name.count - 1 : name.count)
            } else {
                text.append(first)
                rest = rest.dropFirst()
            }
        }
        return text
    }
}
