import Foundation

@testable import FeedReader

// killed-store FOLDER add|read STEP: adds articles or marks one as read, and kills itself before a step of storing.
let folder = URL(fileURLWithPath: CommandLine.arguments[1])
let what = CommandLine.arguments[2]
let last = Int(CommandLine.arguments[3]) ?? 0
var isCounting = false
var step = 0
let store = try ArticleStore(at: folder) { _ in
    if isCounting {
        if step == last { kill(getpid(), SIGKILL) }
        step += 1
    }
}
isCounting = true
if what == "read" {
    try store.setRead(true, 7)
} else {
    let new = (0..<45).map { i in
        Article(guid: "new \(i)", title: "New \(i)", paragraphs: [Paragraph(text: "Text \(i)")])
    }
    try store.add(Feed(title: "New", articles: new), from: "https://example.org/new")
}
