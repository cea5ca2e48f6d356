import Foundation
import Testing
import VirtualViewTestSupport

/// The sessions that the pages show are what a terminal shows.
@Suite(.enabled(if: Tool.exists, "vvc was not built with the tests"))
struct SessionDocumentTests {
    private let space: Workspace
    private let shell: Shell

    init() throws {
        space = try Workspace()
        shell = Shell(folder: space.folder)
    }

    /// The sessions of a page.
    private func sessions(_ page: MarkdownDocument) -> [MarkdownDocument.Block] {
        page.blocks.filter { $0.text.hasPrefix("$ ") }
    }

    private func expectAsItStands(_ block: MarkdownDocument.Block, in page: String) throws {
        let shown = try shell.replay(block.text)
        #expect(shown == block.text, "\(page):\(block.line) shows another session than this one:\n\(shown)")
    }

    /// Replaces a text in a file, which has it once.
    private func edit(_ file: String, _ old: String, _ new: String) throws {
        let parts = String(decoding: try space.bytes(file), as: UTF8.self).components(separatedBy: old)
        try #require(parts.count == 2, "\(file) has \(parts.count - 1) times '\(old)'")
        try space.write(file, parts.joined(separator: new))
    }

    @Test(.enabled(if: Tool.isInstalled("git"), "needs git"))
    func dayOfAnAuthorIsAsItStands() throws {
        let page = try MarkdownDocument("Docs/Authoring.md")
        let files = ["vvc.json", "Templates/Offer.xml", "Templates/Offer.json", "Templates/Offer.long.json"]
        let contents = page.blocks.filter { ["json", "xml"].contains($0.language) }
        try #require(contents.count == files.count)
        for (file, block) in zip(files, contents) { try space.write(file, block.text + "\n") }
        // What the author does between two sessions, by the number of the second one.
        let edits: [Int: () throws -> Void] = [
            4: {
                try edit("Templates/Offer.xml", "16rp", "24rp")
                try edit("Templates/Offer.xml", "${price}", "${price.text}")
                try edit("Templates/Offer.json", #""€ 4.50""#, #"{"text": "€ 4.50"}"#)
            },
            7: { try edit("Templates/Offer.xml", "${price.text}", "${price.text ?: ${price}}") },
        ]
        let sessions = sessions(page)
        #expect(sessions.count == 10)
        for (number, session) in sessions.enumerated() {
            try edits[number]?()
            try expectAsItStands(session, in: "Docs/Authoring.md")
        }
    }

    /// The sections of `Docs/Commands.md` that have sessions.
    enum Section: String, CaseIterable {
        case compile, format, test, diff, contract, unused, eval
    }

    /// Makes what the session of a section begins with.
    private func prepare(_ section: Section) throws {
        switch section {
        case .compile:
            try copyTemplates()
        case .format:
            try space.write("Templates/Row.xml", "<VHLayout><NText text='a'></NText></VHLayout>\n")
        case .test:
            try copyTemplates()
            try edit("Templates/LikeButton.xml", #"paddingLeft="32rp""#, #"paddingLeft="40rp""#)
            try edit("Templates/LikeButton.xml", #"paddingRight="32rp""#, #"paddingRight="40rp""#)
        case .diff:
            for folder in ["old", "new"] {
                for file in ["ProductCard.xml", "ProductCard.json"] {
                    let source = Fixtures.packageRoot.appendingPathComponent("Templates/" + file)
                    try space.write("\(folder)/\(file)", Array(Data(contentsOf: source)))
                }
            }
            let card = "new/ProductCard.xml"
            let title =
                "        <NText\n            layoutWidth=\"match_parent\" layoutHeight=\"wrap_content\"\n"
                + "            layoutMarginLeft=\"28rp\" layoutMarginTop=\"24rp\""
            let button = "            <NText\n                layoutWidth=\"208rp\""
            try edit(card, "images[0]", "images[1]")
            try edit(card, title, "        <NLine layoutWidth=\"match_parent\" layoutHeight=\"1rp\"/>\n" + title)
            try edit(card, "textSize=\"32rp\"", "textSize=\"34rp\"")
            try edit(card, button, "            <NFrameLayout layoutDirection=\"right\">\n" + button)
            try edit(card, "\"${cartUrl}\"/>", "\"${cartUrl}\"/>\n            </NFrameLayout>")
            try edit(card, "Add to cart", "Buy now")
        case .contract:
            try space.write("Price.xml", #"<NText text="${price}" layoutWidth="-1" layoutHeight="-2"/>"#)
        case .unused:
            try space.write("vvc.json", #"{"blocks": "Templates/handlers.txt"}"#)
            try space.write(
                "Templates/handlers.txt",
                "block buy { this.text = 'ordered' }\nblock open { this.text = '' }\n"
            )
            let text = #"<NText layoutWidth="-1" layoutHeight="-2" text="${title}""#
            try space.write("Templates/Offer.xml", text + #" flag="flag_clickable" onClick="buy"/>"#)
            try space.write("Templates/Old.xml", text + "/>")
            try space.write("App/Shop.swift", #"let card = "Offer""#)
        case .eval:
            try space.write("user.json", #"{"user": {"name": "Mira"}}"#)
        }
    }

    private func copyTemplates() throws {
        let templates = Fixtures.templates
        try FileManager.default.copyItem(at: templates, to: space.folder.appendingPathComponent("Templates"))
    }

    @Test(arguments: Section.allCases)
    func commandShowsWhatItsSectionShows(_ section: Section) throws {
        let page = try MarkdownDocument("Docs/Commands.md")
        let session = try #require(
            sessions(page).first { $0.headings.count > 1 && $0.headings[1] == section.rawValue },
            "the section '\(section)' has no session"
        )
        try prepare(section)
        try expectAsItStands(session, in: "Docs/Commands.md")
    }
}
