import FeedReader
import Foundation

guard let app = ReaderApp(Array(CommandLine.arguments.dropFirst())) else {
    print(ReaderApp.usage)
    exit(64)
}
try await app.run()
