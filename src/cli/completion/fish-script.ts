/** Completes in fish 3 and later. */
export const fishScript = `# Completion of gamify for fish. Use: gamify completion fish | source
function __gamify_completion
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l lines ($words[1] complete -- $words[2..-1] "$current" 2>/dev/null)
    set -l stem (string match -r -- '^--[^=]*=' $current)
    set -l path (string replace -r -- '^(--[^=]*=)?[\\'"]?' '' $current)
    switch "$lines[1]"
        case files
            __fish_complete_path $path | string replace -r -- '^' "$stem"
        case directories
            __fish_complete_directories $path | string replace -r -- '^' "$stem"
        case '*'
            string join \\n -- $lines[2..-1]
    end
end
complete -c gamify -f -a '(__gamify_completion)'
`
