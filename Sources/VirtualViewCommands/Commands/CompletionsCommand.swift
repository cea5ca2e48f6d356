/// `vvc completions`: prints what a shell needs to complete `vvc` command lines.
struct CompletionsCommand: Command {
    static let specification = CommandSpecification(
        name: "completions",
        summary: "Prints a shell's completion script",
        operands: "bash|zsh|fish",
        operandCount: 1...1,
        example: ("vvc completions zsh > ~/.zfunc/_vvc", "installs completions for zsh")
    )

    private let shell: String

    init(_ line: inout ArgumentReader) {
        shell = line.operand
    }

    func run(_ terminal: Terminal) throws -> ExitCode {
        let text: String
        switch shell {
        case "bash": text = Self.bash
        case "zsh": text = Self.zsh
        case "fish": text = Self.fish
        default: throw UsageError("unknown shell '\(shell)'; expected 'bash', 'zsh' or 'fish'")
        }
        return terminal.print(text) ? .success : .cannotWrite
    }

    private static var summaries: [(name: String, summary: String)] {
        VVC.commands.map { ($0.specification.name, $0.specification.summary) }
    }

    private static let help = (name: "help", summary: "Shows the help of a command")

    // MARK: - bash

    private static var bash: String {
        let names = VVC.commands.map { $0.specification.name }.joined(separator: " ")
        let cases =
            ["        help) operands=\"\(names)\" ;;"]
            + VVC.commands.map { command in
                let words = command.options.map(\.name).joined(separator: " ")
                let operands = command == Self.self ? " operands=\"bash zsh fish\"" : ""
                return "        \(command.specification.name)) options=\"\(words)\"\(operands) ;;"
            }
        let choices = choices.map { choice in
            let uses = choice.uses.map { "\"\($0)\"" }.joined(separator: "|")
            return "        \(uses)) COMPREPLY=($(compgen -W \"\(choice.words)\" -- \"$current\")); return ;;"
        }
        return """
            _vvc() {
                local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" options="" operands=""
                if [ "$COMP_CWORD" -eq 1 ]; then
                    COMPREPLY=($(compgen -W "\(names) help --help --version" -- "$current"))
                    return
                fi
                # An equals sign is a word of its own.
                if [ "$current" = "=" ]; then
                    current=""
                elif [ "$previous" = "=" ]; then
                    previous="${COMP_WORDS[COMP_CWORD-2]}"
                fi
                case "${COMP_WORDS[1]} $previous" in
            \(choices.joined(separator: "\n"))
                esac
                case "${COMP_WORDS[1]}" in
            \(cases.joined(separator: "\n"))
                esac
                case "$current" in
                    -*) COMPREPLY=($(compgen -W "$options" -- "$current")) ;;
                    *) COMPREPLY=($(compgen -W "$operands" -- "$current")) ;;
                esac
            }
            complete -o default -F _vvc vvc

            """
    }

    /// The fixed sets of values, with the commands and options that take them.
    private static var choices: [(words: String, uses: [String])] {
        var choices: [(words: String, uses: [String])] = []
        for command in VVC.commands {
            for option in command.options where !option.choices.isEmpty {
                let words = option.choices.joined(separator: " ")
                let use = "\(command.specification.name) \(option.name)"
                if let index = choices.firstIndex(where: { $0.words == words }) {
                    choices[index].uses.append(use)
                } else {
                    choices.append((words, [use]))
                }
            }
        }
        return choices
    }

    // MARK: - zsh

    private static var zsh: String {
        let commands = (summaries + [help]).map { "        '\($0.name):\(zshEscaped($0.summary))'" }
        let cases = VVC.commands.map { command in
            let rows = command.options.map { option -> String in
                let repeated = option.isRepeatable ? "*" : ""
                let action = option.choices.isEmpty ? "_files" : "(\(option.choices.joined(separator: " ")))"
                let value = option.value.map { ":\($0):\(action)" } ?? ""
                // The value may be a word of its own or stand behind an equals sign.
                let name = option.name + (value.isEmpty ? "" : "=")
                return "                '\(repeated)\(name)[\(zshEscaped(option.help))]\(value)' \\"
            }
            let operand = command == Self.self ? "'1:shell:(bash zsh fish)'" : "'*:file:_files'"
            return """
                        \(command.specification.name))
                            _arguments \\
                \(rows.joined(separator: "\n"))
                                \(operand)
                            ;;
                """
        }
        return """
            #compdef vvc
            _vvc() {
                local -a commands=(
            \(commands.joined(separator: "\n"))
                )
                if (( CURRENT == 2 )); then
                    local -a options=('--help:Shows the help' '--version:Shows the version')
                    _describe command commands
                    _describe -o option options
                    return
                fi
                local command="${words[2]}"
                shift words
                (( CURRENT-- ))
                case "$command" in
                    help) _describe command commands ;;
            \(cases.joined(separator: "\n"))
                esac
            }
            _vvc "$@"

            """
    }

    private static func zshEscaped(_ text: String) -> String {
        text.replacing("'", with: "'\\''").replacing("[", with: "\\[").replacing("]", with: "\\]").replacing(
            ":",
            with: "\\:"
        )
    }

    // MARK: - fish

    private static var fish: String {
        var lines = [
            // Files and folders may be called as commands are, so the place counts.
            "function __vvc_is",
            "    set -l words (commandline -opc)",
            "    test \"$words[2]\" = \"$argv[1]\"",
            "end",
            "complete -c vvc -n '__vvc_is \"\"' -l help -l version -f",
        ]
        for (name, summary) in summaries + [help] {
            lines.append("complete -c vvc -n '__vvc_is \"\"' -f -a \(name) -d \(fishQuoted(summary))")
        }
        for command in VVC.commands {
            for option in command.options {
                var line = "complete -c vvc -n '__vvc_is \(command.specification.name)'"
                let isLong = option.name.hasPrefix("--")
                line += isLong ? " -l \(option.name.dropFirst(2))" : " -s \(option.name.dropFirst())"
                line += " -d \(fishQuoted(option.help))"
                if option.value != nil { line += option.choices.isEmpty ? " -r" : " -x" }
                if !option.choices.isEmpty { line += " -a \(fishQuoted(option.choices.joined(separator: " ")))" }
                lines.append(line)
            }
        }
        let names = summaries.map(\.name).joined(separator: " ")
        lines.append("complete -c vvc -n '__vvc_is completions' -f -a 'bash zsh fish'")
        lines.append("complete -c vvc -n '__vvc_is help' -f -a '\(names)'")
        return lines.joined(separator: "\n") + "\n"
    }

    private static func fishQuoted(_ text: String) -> String {
        "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
    }
}
