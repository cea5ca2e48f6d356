/// A construct in a binding that clients may read differently; the parser can collect them.
struct BindingConstruct: Hashable {
    enum Kind: Hashable {
        /// A binding inside a longer text.
        case interpolation
        /// `\${`.
        case escape
        /// `?: …`.
        case fallback
        /// A part in quotes.
        case quote
        /// A ternary inside another, and the part it is.
        case nested(Part)
        /// A `?` or `:` inside a part.
        case separator(UInt8, Part)
        /// A part without text.
        case emptyPart(Part)
        /// A condition that does not read the data, with its text.
        case constantCondition(String)
        /// A condition that reads the data.
        case condition
        /// Blanks around the whole binding.
        case outerBlanks
        /// Line ends that we trim.
        case lineEnd
        /// Blanks directly inside `${ }`.
        case blanksAtPathEnds
        /// Blanks around a name inside a path, or after an index.
        case blanksInPath
        /// Blanks inside `[ ]`.
        case blanksInIndex
        /// An index directly after another.
        case secondIndex
        /// A name made of digits only.
        case numericKey
        /// The name `this`.
        case thisKey
        /// A path of several steps.
        case steps
    }

    /// The parts of a ternary.
    enum Part: Hashable {
        case condition
        case whenTrue
        case whenFalse
    }

    let kind: Kind
    let range: Range<Int>
}
