import { CommanderError } from 'commander'
import { CliError, usageError } from './cli-error.ts'
import { buildCommander, commonValues } from './commander-tree.ts'
import type { CommonOptions } from './common-options.ts'
import { exitCode } from './exit-code.ts'
import { asksForHelp, helpJson, helpText } from './help.ts'
import type { Io } from './io.ts'
import { overview } from './overview.ts'
import { programVersion } from './package-root.ts'
import { reportError } from './report-error.ts'
import { createShell } from './shell.ts'

/** Runs one command line, given without program and script, and gives the exit code. Never throws. */
export async function runProgram(argv: readonly string[], io: Io): Promise<number> {
  try {
    if (asksForHelp(argv)) return await showHelp(argv, io)
    return await runCommand(argv, io)
  } catch (error) {
    const asked = (flag: string): boolean => argv.includes(flag)
    return reportError(error, io, { json: asked('--json'), verbose: asked('--verbose'), colourless: asked('--no-color') })
  }
}

async function showHelp(argv: readonly string[], io: Io): Promise<number> {
  const help = argv.includes('--json') ? await helpJson(argv) : await helpText(argv)
  io.stdout.write(`${help}\n`)
  return exitCode.ok
}

async function runCommand(argv: readonly string[], io: Io): Promise<number> {
  let code: number = exitCode.ok
  const program = buildCommander(async (command, given) => {
    code = (await command.run(given, createShell(io, commonValues(program)))) ?? exitCode.ok
  })
  try {
    await program.parseAsync(argv, { from: 'user' })
    return code
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return await endOfParsing(error, program.args, commonValues(program), io)
  }
}

/** What commander ends with: the version, no command at all, or wrong usage. */
async function endOfParsing(
  error: CommanderError,
  words: readonly string[],
  options: CommonOptions,
  io: Io,
): Promise<number> {
  if (error.code === 'commander.version') {
    io.stdout.write(`${programVersion()}\n`)
    return exitCode.ok
  }
  if (error.code !== 'commander.help') throw wrongUsage(error, words)
  if (words.length === 0) return await overview(createShell(io, options))
  throw usageError(`'gamify ${words.join(' ')}' needs a command`, `see 'gamify help ${words.join(' ')}'`)
}

/** Commander's message without its prefix; a suggestion on a line of its own joins the first. */
function wrongUsage(error: CommanderError, words: readonly string[]): CliError {
  const message = error.message.replace(/^error: /, '').replace(/\n\(Did you mean (.*)\?\)$/, " (did you mean '$1'?)")
  const command = words.filter((word) => !word.startsWith('-')).slice(0, 1)
  return usageError(message, `see '${['gamify help', ...command].join(' ')}'`)
}
