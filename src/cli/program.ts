import { CommanderError } from 'commander'
import { nearest } from '../game/kernel/nearest.ts'
import { CliError, usageError } from '../terminal/cli-error.ts'
import { exitCode } from '../terminal/exit-code.ts'
import type { Io } from '../terminal/io.ts'
import { commandTree, knownPath } from './command-tree.ts'
import { isGroup, type Group } from './command.ts'
import { buildCommander, commonValues } from './commander-tree.ts'
import { commonOptions } from './option.ts'
import { programVersion } from './package-root.ts'
import { didYouMean, alternativeTo, suggestCommands } from './suggest-command.ts'

/**
 * Runs one command line, given without the names of Node and the script, and returns the exit code. Never throws.
 * Loading modules takes most of the time of a short command, so modules that only some command lines need are loaded on
 * demand.
 */
export async function runProgram(argv: readonly string[], io: Io): Promise<number> {
  try {
    return await (asksForHelp(argv) ? showHelp(argv, io) : runCommand(argv, io))
  } catch (error) {
    return await reportError(error, argv, io)
  }
}

/** Reports an error on stderr in the form that the command line asks for, and returns the exit code. */
export async function reportError(error: unknown, argv: readonly string[], io: Io): Promise<number> {
  const { reportError } = await import('./report-error.ts')
  const own = ownArguments(argv)
  const hasFlag = (flag: string): boolean => own.includes(flag)
  return reportError(error, io, {
    json: hasFlag('--json'),
    verbose: hasFlag('--verbose'),
    colourless: hasFlag('--no-color'),
  })
}

/** Whether a command line asks for help: it begins with `help`, or has `--help` before any `--`. */
function asksForHelp(argv: readonly string[]): boolean {
  const own = ownArguments(argv)
  return own[0] === 'help' || own.includes('--help') || own.includes('-h')
}

/** Returns the arguments before `--`; the others belong to a command that we run. */
function ownArguments(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--')
  return end < 0 ? argv : argv.slice(0, end)
}

async function showHelp(argv: readonly string[], io: Io): Promise<number> {
  const { helpJson, helpText } = await import('./help.ts')
  io.stdout.write(`${await (argv.includes('--json') ? helpJson(argv) : helpText(argv))}\n`)
  return exitCode.ok
}

async function runCommand(argv: readonly string[], io: Io): Promise<number> {
  let code: number = exitCode.ok
  const shell = async () => (await import('../terminal/shell.ts')).createShell(io, commonValues(program))
  const program = buildCommander(async (command, given) => {
    code = (await command.run(given, await shell())) ?? exitCode.ok
  })
  try {
    await program.parseAsync(argv, { from: 'user' })
    return code
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.code === 'commander.version') {
      io.stdout.write(`${programVersion()}\n`)
      return exitCode.ok
    }
    if (error.code !== 'commander.help') throw await wrongUsage(error, program.args)
    const defaultCommand = defaultCommandOf(program.args)
    if (defaultCommand !== undefined) return await runCommand([...argv, defaultCommand], io)
    if (program.args.length > 0) throw incomplete(program.args)
    return await (await import('./overview.ts')).overview(await shell())
  }
}

/** Returns the command that runs if `words` end at a group; undefined if there is none. */
function defaultCommandOf(words: readonly string[]): string | undefined {
  const node = knownPath(words).at(-1)
  return node && isGroup(node) ? node.defaultCommand : undefined
}

/** Words with which other programs print their version. */
const VERSION_WORDS: Readonly<Record<string, string>> = { version: '--version', '-v': '--version', '-V': '--version' }

/** Converts commander's error: removes the prefix of its message, and adds a suggestion. */
async function wrongUsage(error: CommanderError, words: readonly string[]): Promise<CliError> {
  const message = error.message.replace(/^error: /, '')
  const [, kind, word = ''] = /^unknown (command|option) '(.*)'$/.exec(message) ?? []
  const group = groupAt(words)
  if (group === commandTree && Object.hasOwn(VERSION_WORDS, word))
    return usageError(`unknown command '${word}'${didYouMean([VERSION_WORDS[word] ?? ''])}`, seeHelp(words))
  const alternative = kind === 'command' ? alternativeTo(word, group) : await alternativeToLine(message, word, words)
  if (alternative !== undefined) return usageError(message, alternative, seeHelp(words))
  const suggested = kind === 'command' ? suggestCommands(word, group) : await suggestFlags(word, words)
  const advice = /^--?\d/.test(word) ? [dashAdvice(word, words)] : []
  return usageError(message + didYouMean(suggested), ...advice, seeHelp(words))
}

/**
 * Returns what to do instead of a command line that a command rejects. If an argument is missing, this is an example of
 * the command.
 */
async function alternativeToLine(
  message: string,
  option: string,
  words: readonly string[],
): Promise<string | undefined> {
  const path = knownPath(words)
  const node = path.at(-1)
  if (node === undefined || isGroup(node)) return undefined
  const { alternative, examples } = await node.load()
  const given = words.slice(path.length)
  const own = alternative?.(option === '' || given.includes(option) ? given : [option, ...given])
  return own ?? (message.startsWith('missing required argument') ? `for example: ${examples[0]}` : undefined)
}

/** Returns the group at the end of `words`, or the whole tree. */
function groupAt(words: readonly string[]): Group {
  const node = knownPath(words).at(-1)
  return node && isGroup(node) ? node : commandTree
}

/** Returns the flag with the nearest name, among those of the command that `words` name. */
async function suggestFlags(word: string, words: readonly string[]): Promise<readonly string[]> {
  if (!word.startsWith('--')) return []
  const node = knownPath(words).at(-1)
  const own = node && !isGroup(node) ? (await node.load()).options : {}
  const names = Object.values({ ...own, ...commonOptions }).flatMap(({ flags }) => /(?<=--)[\w-]+/.exec(flags) ?? [])
  const suggested = nearest(word.slice('--'.length), [...names, 'help'])
  return suggested === undefined ? [] : [`--${suggested}`]
}

/** Advises to put `--` before a value that starts with a dash, because commander parses it as an option. */
function dashAdvice(word: string, words: readonly string[]): string {
  const command = ['gamify', ...knownPath(words).map(({ name }) => name), '--', word].join(' ')
  return `put a value that starts with a dash after --, as in '${command}'`
}

function incomplete(words: readonly string[]): CliError {
  return usageError(`'gamify ${words.join(' ')}' needs a subcommand`, seeHelp(words))
}

function seeHelp(words: readonly string[]): string {
  return `see '${['gamify help', ...knownPath(words).map(({ name }) => name)].join(' ')}'`
}
