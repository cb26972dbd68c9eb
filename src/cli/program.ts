import { CommanderError } from 'commander'
import { CliError, usageError } from './cli-error.ts'
import { knownPath } from './command-tree.ts'
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
    const { reportError } = await import('./report-error.ts')
    const asked = (flag: string): boolean => argv.includes(flag)
    return reportError(error, io, {
      json: asked('--json'),
      verbose: asked('--verbose'),
      colourless: asked('--no-color'),
    })
  }
}

/** Whether a command line asks for help: `help ...`, or `--help` before any `--`. */
function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  const ours = end < 0 ? argv : argv.slice(0, end)
  return ours[0] === 'help' || ours.includes('--help') || ours.includes('-h')
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
    if (program.args.length > 0) throw incomplete(program.args)
    return await (await import('./overview.ts')).overview(await shell())
  }
}

/** What other programs tell their version by. */
const KNOWN_ELSEWHERE: Readonly<Record<string, string>> = { version: '--version', '-v': '--version', '-V': '--version' }

/** Commander's message without its prefix; a suggestion on a line of its own joins the first. */
function wrongUsage(error: CommanderError, words: readonly string[]): CliError {
  const [, word = ''] = /^error: unknown (?:command|option) '(.*)'/.exec(error.message) ?? []
  const meant = Object.hasOwn(KNOWN_ELSEWHERE, word) ? KNOWN_ELSEWHERE[word] : undefined
  if (meant !== undefined) return usageError(`there is no '${word}' (did you mean '${meant}'?)`, seeHelp(words))
  const message = error.message.replace(/^error: /, '').replace(/\n\(Did you mean (.*)\?\)$/, " (did you mean '$1'?)")
  return usageError(message, seeHelp(words))
}

function incomplete(words: readonly string[]): CliError {
  return usageError(`'gamify ${words.join(' ')}' needs a command behind it`, seeHelp(words))
}

function seeHelp(words: readonly string[]): string {
  return `see '${['gamify help', ...knownPath(words).map(({ name }) => name)].join(' ')}'`
}
