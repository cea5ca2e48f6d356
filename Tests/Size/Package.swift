// swift-tools-version: 6.2
import PackageDescription

// Programs with and without the runtime library, and with and without delivery. `.ci/size` compares their sizes.

let package = Package(
    name: "Size",
    platforms: [.macOS(.v13)],
    dependencies: [
        // With a name, because the folder of a checkout can have any.
        .package(name: "VirtualView", path: "../..")
    ],
    targets: [
        .target(name: "Reading"),
        .target(name: "Fetching"),
        .target(name: "Showing", dependencies: [.product(name: "VirtualView", package: "VirtualView")]),
        .executableTarget(name: "Plain", dependencies: ["Reading"]),
        .executableTarget(
            name: "Shown",
            dependencies: ["Reading", "Showing", .product(name: "VirtualView", package: "VirtualView")]
        ),
        .executableTarget(
            name: "Online",
            dependencies: ["Fetching", "Reading", "Showing", .product(name: "VirtualView", package: "VirtualView")]
        ),
        .executableTarget(
            name: "Delivered",
            dependencies: [
                "Fetching", "Reading", "Showing", .product(name: "VirtualViewDelivery", package: "VirtualView"),
            ]
        ),
    ]
)
