import Foundation
import Testing
import VirtualViewTestSupport
// Everything below comes with the views, also where there are none.
import VirtualViewUI

/// What the libraries say about privacy: why they call functions that Apple wants a reason for.
@Suite struct PrivacyManifestTests {
    /// The functions, the libraries that call them, and the category and the reason in the manifest of the first, without
    /// which there is none of the others.
    @Test(arguments: [
        (["stat("], ["VirtualView", "VirtualViewDelivery"], "FileTimestamp", "C617.1"),
        (["systemUptime", "mach_absolute_time"], ["VirtualViewUI"], "SystemBootTime", "35F9.1"),
    ])
    func aManifestSaysWhyFunctionsAreCalled(
        _ functions: [String],
        _ libraries: [String],
        _ category: String,
        _ reason: String
    ) throws {
        let sources = Fixtures.packageRoot.appending(path: "Sources")
        let file = sources.appending(path: "\(libraries[0])/PrivacyInfo.xcprivacy")
        let list = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
        let manifest = try JSONValue(jsonObject: list)
        #expect(manifest["NSPrivacyTracking"] == false)
        let name = JSONValue.string("NSPrivacyAccessedAPICategory\(category)")
        let wanted: JSONValue = [
            ["NSPrivacyAccessedAPIType": name, "NSPrivacyAccessedAPITypeReasons": [.string(reason)]]
        ]
        #expect(manifest["NSPrivacyAccessedAPITypes"] == wanted)
        for library in ["Format", "Expressions", "Core", "", "Release", "Delivery", "UI"].map({ "VirtualView\($0)" }) {
            let folder = sources.appending(path: library)
            let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            let code = try paths.filter { $0.hasSuffix(".swift") }.map { path in
                try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            }.joined()
            let calls = functions.contains { code.contains($0) }
            #expect(calls == libraries.contains(library), "\(library)")
        }
    }
}
