#if os(Linux)
    import Foundation
    import Testing
    import VirtualViewExpressions

    /// What is too long for a text is not printed to find that out.
    ///
    /// The most memory that was ever used belongs to a process, so the test runs in one of its own.
    @Suite struct ComputedMemoryTests {
        @Test func whatIsTooLongIsNotPrinted() async {
            await #expect(processExitsWith: .success) { try ComputedMemoryTests.makeTextsOfLongLists() }
        }

        /// Lists of one value again and again are small, but each would make a text of 40 MiB or more.
        static func makeTextsOfLongLists() throws {
            let long = String(repeating: "x", count: 1 << 18)
            let numbers: [JSONValue] = Array(repeating: .int(.max), count: 1 << 11)
            let lists: [[JSONValue]] = [
                Array(repeating: .string(long), count: 192), Array(repeating: [long: 0], count: 192),
                Array(repeating: .array(numbers), count: 1 << 10),
            ]
            let binding = BindingExpression("${= text(a)}")
            #expect(binding.evaluate(on: ["a": [1]]) == "[1]")
            for list in lists {
                let before = try mostMemory()
                #expect(binding.evaluate(on: ["a": .array(list)]) == nil)
                #expect(try mostMemory() - before < 24 << 10)
            }
        }

        /// The most memory that the process ever had, in KiB.
        private static func mostMemory() throws -> Int {
            let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
            return try #require(Int(line.filter { $0.isNumber }))
        }
    }
#endif
