import Foundation
import Testing
// Everything below comes with the views, also where there are none.
import VirtualViewUI

/// What the views say about privacy.
@Suite struct PrivacyManifestTests {
    @Test func theManifestSaysWhyTheTimeIsRead() throws {
        let path = "../../../Sources/VirtualViewUI/PrivacyInfo.xcprivacy"
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: path)
        let list = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
        let manifest = try JSONValue(jsonObject: list)
        #expect(manifest["NSPrivacyTracking"] == false)
        guard case .array(let reasons)? = manifest["NSPrivacyAccessedAPITypes"] else {
            Issue.record("the manifest names no reasons")
            return
        }
        #expect(reasons.count == 1)
        #expect(reasons[0]["NSPrivacyAccessedAPIType"] == "NSPrivacyAccessedAPICategorySystemBootTime")
    }
}
