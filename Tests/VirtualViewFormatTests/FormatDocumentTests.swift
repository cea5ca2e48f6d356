import Foundation
import Testing
import VirtualViewFormat
import VirtualViewTestSupport

/// The tables of `Docs/Format.md` are those of the code, and what cites a page finds it.
@Suite struct FormatDocumentTests {
    @Test func errorCodesAreThoseOfTheCode() throws {
        let rows = try MarkdownDocument("Docs/Format.md").tableRows(in: "§9")
        #expect(rows.map { $0[0] } == FormatError.Code.allCases.map(\.rawValue))
        #expect(rows.allSatisfy { ["reading", "writing", "both"].contains($0[1]) })
    }

    @Test func systemStringsAreThoseOfTheCode() throws {
        let rows = try MarkdownDocument("Docs/Format.md").tableRows(in: "§11")
        #expect(rows.map { $0[0] } == (1...160).map { "\($0)" })
        #expect(rows.map { $0[1] } == SystemStrings.extended.strings)
        #expect(rows.map { $0[2] } == SystemStrings.extended.strings.map { "\(StringID(hashing: $0).rawValue)" })
    }

    @Test func limitsAreThoseOfTheTargets() throws {
        let rows = try MarkdownDocument("Docs/Format.md").tableRows(in: "§10")
        let limits: [KeyPath<Client.Limits, Int>] = [
            \.stringBytes, \.nameBytes, \.nodeBytes, \.programBytes, \.tableEntries, \.patchVersion, \.componentID,
        ]
        let targets: [Client.Limits] = [.format, .iOS, .android]
        #expect(rows.count == limits.count)
        for (row, limit) in zip(rows, limits) {
            #expect(row.dropFirst().map { $0.filter { $0 != "," } } == targets.map { "\($0[keyPath: limit])" })
        }
    }

    @Test func citedSectionsAndHeadingsExist() throws {
        var numbers: Set<String> = []
        var pages: [String: String] = [:]
        for page in ["Diagnostics", "Format", "Language"] {
            let url = Fixtures.packageRoot.appendingPathComponent("Docs/\(page).md")
            pages[page] = try String(contentsOf: url, encoding: .utf8)
        }
        for file in try swiftSources() {
            // Comments break citations over lines.
            let text = try String(contentsOf: file, encoding: .utf8).replacing(#/\n *//+ ?/#, with: " ")
            for match in text.matches(of: #/Docs/Format\.md §(?<number>\d+)/#) {
                numbers.insert(String(match.number))
                let section = "\n## §\(match.number) "
                #expect(pages["Format"]?.contains(section) == true, "\(file.lastPathComponent) cites \(match.0)")
            }
            for match in text.matches(of: #/Docs/(?<page>Language|Format)\.md`, "(?<title>[^"]+)"/#) {
                let page = pages[String(match.page)]?.replacing("`", with: "") ?? ""
                let isThere = page.contains("## \(match.title)\n") || page.contains("**\(match.title).**")
                #expect(isThere, "\(file.lastPathComponent) cites \(match.0)")
            }
        }
        #expect(numbers.count >= 8)
    }

    private func swiftSources() throws -> [URL] {
        let folder = Fixtures.packageRoot.appendingPathComponent("Sources")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "swift" }
    }
}
