// swift-tools-version: 6.2
import PackageDescription

// Two programs, one with the runtime library and one without. `.ci/size` compares their sizes.

let package = Package(
    name: "Size",
    platforms: [.macOS(.v13)],
    dependencies: [
        // With a name, because the folder of a checkout can have any.
        .package(name: "VirtualView", path: "../..")
    ],
    targets: [
        .target(name: "Reading"),
        .executableTarget(name: "Plain", dependencies: ["Reading"]),
        .executableTarget(
            name: "Shown",
            dependencies: ["Reading", .product(name: "VirtualView", package: "VirtualView")]
        ),
    ]
)
