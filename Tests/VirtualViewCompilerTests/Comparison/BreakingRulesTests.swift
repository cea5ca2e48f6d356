import Testing
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat

/// The bounds of what may grow; what else breaks is in the examples of `Docs/Diagnostics.md`.
@Suite struct BreakingRulesTests {
    /// What a client reads only up to a limit, by what messages call it.
    enum Part: String, CaseIterable {
        case nodes = "the size of the node tree"
        case text = "the length of the longest string"
        case program = "the length of the longest event program"
        case table = "the number of properties of one kind"
        case version = "the version"

        /// The limit of the Android runtime.
        var limit: Int { self == .table ? 127 : 32_767 }
    }

    /// The sides are of two versions, so that there is always a difference.
    private func side(patch: UInt16, _ build: (inout TemplateBuilder) throws -> Void) throws -> ComparedTemplate {
        var builder = TemplateBuilder(type: "Card", version: FormatVersion(patch: patch))
        try builder.openNode(component: 7)
        try build(&builder)
        try builder.closeNode()
        return ComparedTemplate(path: "Card.out", try Template(decoding: builder.encoded()))
    }

    private func addNodes(_ count: Int, to builder: inout TemplateBuilder) throws {
        for _ in 0..<count {
            try builder.openNode(component: 7)
            try builder.closeNode()
        }
    }

    // MARK: - Limits of clients

    /// A template in which a part has a size.
    private func template(with part: Part, of size: Int, patch: UInt16) throws -> ComparedTemplate {
        try side(patch: part == .version ? UInt16(size) : patch) { builder in
            switch part {
            case .nodes:
                // A node has 11 bytes, and 8 more for each property; the root has all properties.
                let properties = (0..<11).first { (size - 8 * $0).isMultiple(of: 11) } ?? 0
                for key in 0..<properties { try builder.set(.int(1, .none), for: builder.intern("key\(key)")) }
                try addNodes((size - 8 * properties) / 11 - 1, to: &builder)
            case .text: _ = try builder.intern(String(repeating: "a", count: size))
            case .program: try builder.addExpression(.init(repeating: 0xFF, count: size), id: .init(hashing: "a"))
            case .table:
                for key in 0..<size { try builder.set(.int(1, .none), for: builder.intern("key\(key)")) }
            case .version: break
            }
        }
    }

    /// Only what the old version did not have breaks something.
    @Test(arguments: Part.allCases, [(-50, 0, false), (-50, 1, true), (0, 1, true), (1, 2, false)])
    func aClientReadsEachPartUpToALimit(_ part: Part, _ change: (Int, Int, Bool)) throws {
        let (before, after, breaks) = (part.limit + change.0, part.limit + change.1, change.2)
        let old = try template(with: part, of: before, patch: 1)
        let new = try template(with: part, of: after, patch: 2)
        let found = BreakingRules.check(TemplateComparison(old, new), for: .android)
            .filter { $0.id == "breaking.wire-limit" }.map(\.message)
        let message = "\(part.rawValue) is \(after) now, and 'android-1.4' loads \(part.limit) at most"
        #expect(found == (breaks ? [message] : []))
    }

    // MARK: - Budgets

    private func budgets(_ old: ComparedTemplate, _ new: ComparedTemplate) -> [String] {
        BreakingRules.check(TemplateComparison(old, new), for: .swift)
            .map(\.id).filter { $0.hasPrefix("breaking.budget-") }
    }

    @Test(arguments: [(10, 522, false), (10, 523, true), (2_000, 2_600, true), (5_000, 5_600, false)])
    func aFileMayGrowByAQuarter(_ old: Int, _ new: Int, _ breaks: Bool) throws {
        func file(_ size: Int, _ patch: UInt16) throws -> ComparedTemplate {
            try side(patch: patch) { builder in
                _ = try builder.intern(String(repeating: "a", count: size))
            }
        }
        #expect(budgets(try file(old, 1), try file(new, 2)) == (breaks ? ["breaking.budget-bytes"] : []))
    }

    @Test(arguments: [(10, 18, false), (10, 19, true), (100, 109, false), (100, 125, false), (100, 126, true)])
    func aQuarterMoreNodesMayBeAdded(_ old: Int, _ new: Int, _ breaks: Bool) throws {
        func tree(_ count: Int, _ patch: UInt16) throws -> ComparedTemplate {
            try side(patch: patch) { builder in try addNodes(count - 1, to: &builder) }
        }
        #expect(budgets(try tree(old, 1), try tree(new, 2)) == (breaks ? ["breaking.budget-nodes"] : []))
    }

    @Test(arguments: [(10, 26, false), (10, 27, true), (60, 77, false), (60, 90, false), (60, 91, true)])
    func aProgramMayGrowByAHalf(_ old: Int, _ new: Int, _ breaks: Bool) throws {
        func program(_ steps: Int, _ patch: UInt16) throws -> ComparedTemplate {
            let step: [UInt8] = [Opcode.jump.rawValue, 0, 0, 0, 0]
            return try side(patch: patch) { builder in
                let code = Array(repeatElement(step, count: steps).joined())
                try builder.addExpression(code, id: StringID(hashing: "a"))
            }
        }
        #expect(budgets(try program(old, 1), try program(new, 2)) == (breaks ? ["breaking.budget-steps"] : []))
    }
}
