import { Help, type Command as Commander } from 'commander'
import { usageError } from '../terminal/cli-error.ts'
import { exitCode } from '../terminal/exit-code.ts'
import { inColumns } from '../terminal/render/columns.ts'
import { commandTree, knownPath } from './command-tree.ts'
import { type Command, type Option, isGroup, shownCommands, type Group, type Leaf } from './command.ts'
import { buildCommander, fillIn } from './commander-tree.ts'
import { commonOptions } from './option.ts'
import { didYouMean, alternativeTo, suggestCommands } from './suggest-command.ts'

/** A command as `--help --json` describes it. Spec 6.7. */
export interface CommandHelp {
  readonly name: string
  readonly summary: string
  readonly usage: string
  readonly arguments: readonly { readonly name: string; readonly summary: string; readonly required: boolean }[]
  readonly options: readonly { readonly flags: string; readonly summary: string }[]
  readonly commands: readonly CommandHelp[]
  readonly examples: readonly string[]
}

/** Returns the help for a command line as text. */
export async function helpText(argv: readonly string[]): Promise<string> {
  let shown = buildCommander(async () => {}).addHelpText('after', `\n${environmentHelp}`)
  const path = commandPath(argv)
  for (const node of path) {
    shown = shown.commands.find((child) => child.name() === node.name) ?? shown
    if (!isGroup(node)) fillIn(shown, await node.load())
  }
  return renderHelp(shown, await examplesOf(path.at(-1) ?? commandTree))
}

/** Returns the help for a command line, with all commands below it, as one JSON document. */
export async function helpJson(argv: readonly string[]): Promise<string> {
  const path = commandPath(argv)
  const names = [commandTree.name, ...path.map(({ name }) => name)]
  return JSON.stringify(await describe(path.at(-1) ?? commandTree, names.join(' ')))
}

/** Returns the nodes that the words of a command line name. Throws a usage error for an unknown command. */
function commandPath(argv: readonly string[]): (Leaf | Group)[] {
  const words = argv.filter((word, i) => !(i === 0 && word === 'help') && !word.startsWith('-'))
  const path = knownPath(words)
  const group = path.at(-1) ?? commandTree
  const unknown = words[path.length]
  if (unknown !== undefined && isGroup(group)) throw unknownCommand(unknown, group)
  return path
}

function unknownCommand(word: string, group: Group): Error {
  const names = shownCommands(group).map(({ name }) => name)
  const alternative = alternativeTo(word, group)
  if (alternative !== undefined) return usageError(`unknown command '${word}'`, alternative)
  return usageError(
    `unknown command '${word}'${didYouMean(suggestCommands(word, group))}`,
    `the commands are ${names.join(', ')}`,
  )
}

/**
 * Returns the examples of a command. For a group: the first example of each of its commands. For the program: the first
 * steps.
 */
async function examplesOf(node: Leaf | Group): Promise<readonly string[]> {
  if (!isGroup(node)) return (await node.load()).examples
  if (node === commandTree) return firstSteps.map(([line]) => line)
  const lists = await Promise.all(shownCommands(node).map(examplesOf))
  return lists.flatMap((examples) => examples.slice(0, 1))
}

/** Renders the help with the examples at the top, because most users look for one of them. */
function renderHelp(command: Commander, examples: readonly string[]): string {
  let text = ''
  const exampleLines = ['Examples:', ...examples.map((example) => `  $ ${example}`)].join('\n')
  command
    .configureOutput({ writeOut: (part) => (text += part) })
    .configureHelp({
      ...command.configureHelp(),
      commandUsage: (shown) => `${new Help().commandUsage(shown)}\n\n${exampleLines}`,
    })
    .outputHelp()
  return text.trimEnd()
}

async function describe(node: Leaf | Group, name: string): Promise<CommandHelp> {
  const command = isGroup(node) ? undefined : await node.load()
  const below = isGroup(node) ? shownCommands(node) : []
  return {
    name,
    summary: node.summary,
    usage: usageOf(name, command),
    arguments: Object.values(command?.arguments ?? {}).map(({ syntax, about }) => ({
      name: syntax.replace(/[<>[\].]/g, ''),
      summary: about,
      required: syntax.startsWith('<'),
    })),
    options: [...optionsOf(command?.options ?? {}), ...optionsOf(commonOptions)],
    commands: await Promise.all(below.map((child) => describe(child, `${name} ${child.name}`))),
    examples: await examplesOf(node),
  }
}

function usageOf(name: string, command: Command | undefined): string {
  if (command === undefined) return `${name} [options] [command]`
  return [name, '[options]', ...Object.values(command.arguments).map(({ syntax }) => syntax)].join(' ')
}

function optionsOf(options: Readonly<Record<string, Option<unknown>>>): CommandHelp['options'] {
  return Object.values(options).map(({ flags, about }) => ({ flags, summary: about }))
}

/**
 * The environment variables that the program reads and the exit codes that it returns, as lines of help. Spec 6.1, 6.2.
 */
export const environmentHelp = [
  'Environment variables (a flag overrides them, and they override gamify.json):',
  ...inColumns([
    ['GAMIFY_URL', 'The address of the emulator, or of several nodes with commas'],
    ['GAMIFY_CLIENT_ID', 'The API client to call as'],
    ['GAMIFY_CLIENT_SECRET', 'Its secret. For serve: the secret of the development clients'],
    ['GAMIFY_PLAYER', 'The player to act as'],
    ['GAMIFY_DATA', 'The data directory of serve'],
    ['GAMIFY_JOURNAL', 'The NATS servers that keep the log of a game on several machines'],
    ['GAMIFY_NODE', 'The name of this node of such a game'],
    ['GAMIFY_NATS_CREDS', 'The file of the credentials for these servers'],
    ['GAMIFY_NATS_CA, GAMIFY_NATS_CERT, GAMIFY_NATS_KEY', 'The files of TLS for these servers'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'Where serve sends traces; it reads the other usual OTEL_* variables too'],
    [
      'AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY',
      'The keys of --blobs s3://..., with AWS_SESSION_TOKEN if they are temporary',
    ],
    ['AWS_REGION', 'The region of that bucket (default: us-east-1)'],
    ['AWS_ENDPOINT_URL_S3', "The address of a store that is not Amazon's"],
    ['PORT', 'The port that serve listens on, and that other commands call by default'],
  ]),
  '',
  'Exit codes:',
  ...inColumns([
    [String(exitCode.ok), 'done'],
    [String(exitCode.refused), 'the service refused a call, or an expectation failed'],
    [String(exitCode.usage), 'wrong usage or configuration'],
    [String(exitCode.unreachable), 'no emulator is reachable'],
    [String(exitCode.interrupted), 'interrupted'],
  ]),
].join('\n')

/** A command line, and what it does. */
type Step = readonly [command: string, effect: string]

/** How to create a project. */
const stepsToProject: readonly Step[] = [
  ['gamify init demo', 'creates a sample game in ./demo'],
  ['cd demo', ''],
]

/** What to do in a project. */
export const stepsInProject: readonly Step[] = [
  ['gamify serve', 'starts the emulator on http://127.0.0.1:4040'],
  ['gamify seed', 'creates players (in a second terminal)'],
  ['gamify play action like --as neo', 'plays an action and prints the result'],
  ['gamify player show neo', 'shows the scores'],
]

/** How to begin without a project. */
export const firstSteps: readonly Step[] = [...stepsToProject, ...stepsInProject]
