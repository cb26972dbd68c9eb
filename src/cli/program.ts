import { CommanderError } from 'commander'
import { CliError, usageError } from './cli-error.ts'
import { isGroup, knownPath } from './command-tree.ts'
import { buildCommander, commonValues } from './commander-tree.ts'
import { exitCode } from './exit-code.ts'
import type { Io } from './io.ts'
import { programVersion } from './package-root.ts'

/**
 * Runs one command line, given without program and script, and gives the exit code. Never throws. What not every
 * command line needs is loaded by those that do: loading takes most of the time that a short command takes.
 */
export async function runProgram(argv: readonly string[], io: Io): Promise<number> {
  try {
    return await (asksForHelp(argv) ? showHelp(argv, io) : runCommand(argv, io))
  } catch (error) {
    return await tellError(error, argv, io)
  }
}

/** Says on stderr why a command line comes to nothing, in the form that it asks for, and gives the exit code. */
export async function tellError(error: unknown, argv: readonly string[], io: Io): Promise<number> {
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
  const shell = async () => (await import('./shell.ts')).createShell(io, commonValues(program))
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
    if (error.code !== 'commander.help') throw wrongUsage(error, program.args)
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

/** Commander's message without its prefix; a suggestion on a line of its own joins the first. */
function wrongUsage(error: CommanderError, words: readonly string[]): CliError {
  const [, word = ''] = /^error: unknown (?:command|option) '(.*)'/.exec(error.message) ?? []
  const meant = Object.hasOwn(KNOWN_ELSEWHERE, word) ? KNOWN_ELSEWHERE[word] : undefined
  if (meant !== undefined) return usageError(`unknown command '${word}' (did you mean '${meant}'?)`, seeHelp(words))
  const message = error.message.replace(/^error: /, '').replace(/\n\(Did you mean (.*)\?\)$/, " (did you mean '$1'?)")
  return usageError(message, ...(/^--?\d/.test(word) ? [behindDashes(word, words)] : []), seeHelp(words))
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
