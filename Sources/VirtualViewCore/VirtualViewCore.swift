// What an app sees of the modules below: the types that the runtime's own declarations show, and no others. Tools that
// read and write files by themselves import `VirtualViewFormat` or `VirtualViewExpressions` too.

// Data
@_exported import struct VirtualViewExpressions.BindingArray
@_exported import struct VirtualViewExpressions.BindingDataError
@_exported import struct VirtualViewExpressions.BindingObject
@_exported import struct VirtualViewExpressions.DataPath
@_exported import enum VirtualViewExpressions.JSONValue
// Templates, as files store them
@_exported import struct VirtualViewFormat.ChildList
// The language, for an app's own components
@_exported import enum VirtualViewFormat.Client
@_exported import struct VirtualViewFormat.ClientSet
@_exported import struct VirtualViewFormat.ComponentSchema
@_exported import struct VirtualViewFormat.DecodingLimits
@_exported import struct VirtualViewFormat.FormatError
@_exported import struct VirtualViewFormat.FormatVersion
@_exported import struct VirtualViewFormat.LanguageSchema
@_exported import enum VirtualViewFormat.LengthUnit
@_exported import struct VirtualViewFormat.NodeCreater
@_exported import struct VirtualViewFormat.NodeList
@_exported import struct VirtualViewFormat.PropertySchema
@_exported import struct VirtualViewFormat.PropertySetter
@_exported import struct VirtualViewFormat.PropertySetterList
@_exported import enum VirtualViewFormat.PropertyValue
@_exported import struct VirtualViewFormat.SchemaError
@_exported import struct VirtualViewFormat.StringID
@_exported import struct VirtualViewFormat.Template
@_exported import struct VirtualViewFormat.UserVariable
@_exported import struct VirtualViewFormat.UserVariableList
@_exported import enum VirtualViewFormat.ValueKind
@_exported import struct VirtualViewFormat.WordTable
