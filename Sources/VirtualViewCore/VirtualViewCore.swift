@_exported import VirtualViewExpressions
@_exported import VirtualViewFormat
