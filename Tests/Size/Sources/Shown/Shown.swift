import Foundation
import Reading
import Showing
import VirtualView

/// The same as `Plain`, and the templates in the files shown.
@main
enum Shown {
    static func main() async {
        let files = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
        print(await Reading.byteCount(files), Reading.object(files.count))
        await Showing.show(files, in: TemplateManager())
    }
}
