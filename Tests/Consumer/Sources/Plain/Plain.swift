@main
enum Plain {
    static func main() {
        print("\(Templates.all.count) templates, \(Templates.files.count) files")
    }
}
