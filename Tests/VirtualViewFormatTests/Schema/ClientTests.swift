import Testing
import VirtualViewFormat

@Suite struct ClientTests {
    @Test func findsClientsByName() {
        #expect(Client.allCases.map(\.name) == ["swift", "ios-1.2", "android-1.4", "tools-2021"])
        for client in Client.allCases {
            #expect(Client(rawValue: client.name) == client)
        }
        #expect(Client(rawValue: "iOS-1.2") == nil)
        #expect(Client(rawValue: "") == nil)
    }

    @Test func eachClientHasItsOwnBit() {
        #expect(Set(Client.allCases.map { ClientSet($0).rawValue }).count == Client.allCases.count)
        #expect(Client.allCases.reduce(into: ClientSet()) { $0.formUnion(ClientSet($1)) } == .all)
    }

    @Test func onlyTheNewestCompilerHasMoreStrings() {
        for client in Client.allCases {
            #expect(client.systemStrings == (client == .tools ? .extended : .standard))
        }
    }

    @Test func signedReadersTakeHalf() {
        for client in [Client.iOS, .android] {
            #expect(client.limits.stringBytes == 32_767)
            #expect(client.limits.nameBytes == 32_767)
            #expect(client.limits.nodeBytes == 32_767)
            #expect(client.limits.patchVersion == 32_767)
            #expect(client.limits.componentID == 32_767)
        }
        #expect(Client.android.limits.programBytes == 32_767)
        #expect(Client.android.limits.tableEntries == 127)
        #expect(Client.iOS.limits.tableEntries == 255)
        #expect(Client.swift.limits == .format)
        #expect(Client.swift.limits.stringBytes == 65_535)
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
        #expect(Client.iOS.quirks.names == Quirks.named.map(\.name))
        #expect(Client.swift.quirks == [.vhFullSizeChildren])
        #expect(Client.allCases.filter(\.isSimulated).map(\.name) == ["swift", "ios-1.2"])
    }
}
