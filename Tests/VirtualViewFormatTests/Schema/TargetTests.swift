import Testing
import VirtualViewFormat

@Suite struct TargetTests {
    @Test func findsTargetsByName() {
        #expect(Target.all.map(\.name) == ["swift", "ios-1.2", "android-1.4", "tools-2021"])
        for target in Target.all {
            #expect(Target.named(target.name) == target)
        }
        #expect(Target.named("iOS-1.2") == nil)
        #expect(Target.named("") == nil)
    }

    @Test func eachTargetHasItsOwnBit() {
        #expect(Set(Target.all.map(\.set.rawValue)).count == Target.all.count)
        #expect(Target.all.reduce(into: TargetSet()) { $0.formUnion($1.set) } == .all)
    }

    @Test func onlyTheNewestCompilerHasMoreStrings() {
        for target in Target.all {
            #expect(target.systemStrings == (target == .tools ? .extended : .standard))
        }
    }

    @Test func signedReadersTakeHalf() {
        for target in [Target.iOS, .android] {
            #expect(target.limits.stringBytes == 32_767)
            #expect(target.limits.nameBytes == 32_767)
            #expect(target.limits.nodeBytes == 32_767)
            #expect(target.limits.patchVersion == 32_767)
            #expect(target.limits.componentID == 32_767)
        }
        #expect(Target.android.limits.programBytes == 32_767)
        #expect(Target.android.limits.tableEntries == 127)
        #expect(Target.iOS.limits.tableEntries == 255)
        #expect(Target.swift.limits == .format)
        #expect(Target.swift.limits.stringBytes == 65_535)
    }

    @Test func quirksHaveUniqueNames() {
        #expect(Set(Quirks.named.map(\.name)).count == Quirks.named.count)
        #expect(Set(Quirks.named.map(\.quirk)).count == Quirks.named.count)
        for (name, quirk) in Quirks.named {
            #expect(Quirks(named: name) == quirk)
            #expect(quirk.names == [name])
            #expect(quirk.rawValue.nonzeroBitCount == 1)
        }
        #expect(Quirks(named: "grid") == nil)
        #expect(Quirks([.coercion, .gridRowCount]).description == "grid-rowcount, coercion")
    }

    @Test func onlyIOSHasTheMeasuredQuirks() {
        #expect(Target.iOS.quirks.names == Quirks.named.map(\.name))
        #expect(Target.swift.quirks == [.vhFullSizeChildren])
        #expect(Target.all.filter(\.isSimulated).map(\.name) == ["swift", "ios-1.2"])
    }
}
