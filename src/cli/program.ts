import { CommanderError } from 'commander'
import { CliError, usageError } from '../terminal/cli-error.ts'
import { nearest } from '../game/kernel/nearest.ts'
import { commandTree, knownPath } from './command-tree.ts'
import { isGroup, type Group } from './command.ts'
import { buildCommander, commonValues } from './commander-tree.ts'
import { commonOptions } from './option.ts'
import { exitCode } from '../terminal/exit-code.ts'
import type { Io } from '../terminal/io.ts'
import { didYouMean, insteadOf, meantCommands } from './suggest-command.ts'
import { programVersion } from './package-root.ts'

/**
 * Runs one command line, given without program and script, and gives the exit code. Never throws. What not every
 * command line needs is loaded by those that do: loading takes most of the time that a short command takes.
 */
export async function runProgram(argv: readonly string[], io: Io): Promise<number> {
  try {
    return await (asksForHelp(argv) ? showHelp(argv, io) : runCommand(argv, io))
  } catch (error) {
    return await reportError(error, argv, io)
  }
}

/** Says on stderr why a command line comes to nothing, in the form that it asks for, and gives the exit code. */
export async function reportError(error: unknown, argv: readonly string[], io: Io): Promise<number> {
  const { reportError } = await import('./report-error.ts')
  const ours = beforeDashes(argv)
  const asked = (flag: string): boolean => ours.includes(flag)
  return reportError(error, io, {
    json: asked('--json'),
    verbose: asked('--verbose'),
    colourless: asked('--no-color'),
  })
}

/** Whether a command line asks for help: `help ...`, or `--help` before any `--`. */
function asksForHelp(argv: readonly string[]): boolean {
  const ours = beforeDashes(argv)
  return ours[0] === 'help' || ours.includes('--help') || ours.includes('-h')
}

/** What is for us, and not for a command that we run. */
function beforeDashes(argv: readonly string[]): readonly string[] {
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
    const usual = usualCommand(program.args)
    if (usual !== undefined) return await runCommand([...argv, usual], io)
    if (program.args.length > 0) throw incomplete(program.args)
    return await (await import('./overview.ts')).overview(await shell())
  }
}

/** The command that is meant where words lead to a group and no further; undefined where none is. */
function usualCommand(words: readonly string[]): string | undefined {
  const node = knownPath(words).at(-1)
  return node && isGroup(node) ? node.usual : undefined
}

/** What other programs tell their version by. */
const KNOWN_ELSEWHERE: Readonly<Record<string, string>> = { version: '--version', '-v': '--version', '-V': '--version' }

/** Commander's message without its prefix, with what was most likely meant. */
async function wrongUsage(error: CommanderError, words: readonly string[]): Promise<CliError> {
  const message = error.message.replace(/^error: /, '')
  const [, kind, word = ''] = /^unknown (command|option) '(.*)'$/.exec(message) ?? []
  const group = groupAt(words)
  if (group === commandTree && Object.hasOwn(KNOWN_ELSEWHERE, word))
    return usageError(`unknown command '${word}'${didYouMean([KNOWN_ELSEWHERE[word] ?? ''])}`, seeHelp(words))
  const instead = kind === 'command' ? insteadOf(word, group) : await insteadOfLine(message, word, words)
  if (instead !== undefined) return usageError(message, instead, seeHelp(words))
  const meant = kind === 'command' ? meantCommands(word, group) : await meantFlags(word, words)
  const advice = /^--?\d/.test(word) ? [behindDashes(word, words)] : []
  return usageError(message + didYouMean(meant), ...advice, seeHelp(words))
}

/** What to do instead of a line that a command refuses; where an argument is missing, an example of the command. */
async function insteadOfLine(message: string, option: string, words: readonly string[]): Promise<string | undefined> {
  const path = knownPath(words)
  const node = path.at(-1)
  if (node === undefined || isGroup(node)) return undefined
  const { instead, examples } = await node.load()
  const given = words.slice(path.length)
  const own = instead?.(option === '' || given.includes(option) ? given : [option, ...given])
  return own ?? (message.startsWith('missing required argument') ? `for example: ${examples[0]}` : undefined)
}

/** The group in which a command is missing. */
function groupAt(words: readonly string[]): Group {
  const node = knownPath(words).at(-1)
  return node && isGroup(node) ? node : commandTree
}

/** The nearest flag of the command that words lead to. */
async function meantFlags(word: string, words: readonly string[]): Promise<readonly string[]> {
  if (!word.startsWith('--')) return []
  const node = knownPath(words).at(-1)
  const own = node && !isGroup(node) ? (await node.load()).options : {}
  const names = Object.values({ ...own, ...commonOptions }).flatMap(({ flags }) => /(?<=--)[\w-]+/.exec(flags) ?? [])
  const meant = nearest(word.slice('--'.length), [...names, 'help'])
  return meant === undefined ? [] : [`--${meant}`]
}

/** What begins with a dash is taken for an option. */
function behindDashes(word: string, words: readonly string[]): string {
  const command = ['gamify', ...knownPath(words).map(({ name }) => name), '--', word].join(' ')
  return `put a value that starts with a dash after --, as in '${command}'`
}

function incomplete(words: readonly string[]): CliError {
  return usageError(`'gamify ${words.join(' ')}' needs a subcommand`, seeHelp(words))
}

function seeHelp(words: readonly string[]): string {
  return `see '${['gamify help', ...knownPath(words).map(({ name }) => name)].join(' ')}'`
}
