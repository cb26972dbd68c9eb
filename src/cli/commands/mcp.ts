import { setTimeout as pause } from 'node:timers/promises'
import { turns } from '../../async/turns.ts'
import { suggestion } from '../../game/kernel/nearest.ts'
import { messageAt, problemsOf } from '../../game/kernel/schema-problems.ts'
import { usageError } from '../../terminal/cli-error.ts'
import { endingCode, exitCode } from '../../terminal/exit-code.ts'
import { createShell, type Shell } from '../../terminal/shell.ts'
import { defineCommand } from '../command.ts'
import { onEndingSignals } from '../ending-signal.ts'
import { flag } from '../option.ts'
import { programVersion } from '../package-root.ts'
import { type Answer, answerOf, refusal } from './mcp/answer.ts'
import { converse, type Heed } from './mcp/conversation.ts'
import { ownGame, type OwnGame } from './mcp/own-game.ts'
import { listResources, readResource } from './mcp/resources.ts'
import { canChange, inputOf, type Tool } from './mcp/tool.ts'
import { tools } from './mcp/tools.ts'

/** How long calls that are cancelled have to end. */
const ENDING_MS = 5_000

/** `gamify mcp`: lets a coding agent work on a game, over the Model Context Protocol. Spec 6.9. */
export const mcp = defineCommand({
  arguments: {},
  options: {
    allowChanges: flag('--allow-changes', 'Also let the agent play, move the clock, restore snapshots and run scripts'),
    serve: flag('--serve', 'Give the agent an emulator of its own, in memory, with the seed files of the project'),
  },
  examples: ['gamify mcp', 'gamify mcp --serve --allow-changes', 'gamify mcp --config game/gamify.json'],
  notes: [
    'Your agent starts this command: add it to the configuration of the agent. It speaks the protocol on stdin and stdout',
    'until the agent closes stdin. Without --allow-changes, the agent gets only tools that change nothing.',
    'With --serve, the emulator starts when a tool first needs it, and follows the design files.',
  ].join('\n'),
  async run({ allowChanges, serve }, shell) {
    const { io, options } = shell
    if (serve && options.url)
      throw usageError('--serve and --url cannot be combined', '--serve starts an emulator, --url uses a running one')
    const asked = Promise.withResolvers<void>()
    onEndingSignals(
      io,
      () => asked.resolve(),
      (signal) => io.exit(endingCode[signal]),
    )
    io.onOutputFailure(() => asked.resolve())
    if (io.ask) shell.note('waiting for an agent on stdin; press Ctrl-C to end')
    // What is written to stdout must be the protocol.
    const logging = createShell({ ...io, stdout: io.stderr, ask: undefined }, { ...options, json: false })
    const game = serve ? ownGame(logging) : undefined
    const calls = openCalls({ shell: logging, game, mayChange: allowChanges })
    const conversation = await converse(io, {
      version: programVersion(),
      instructions: instructions(logging, allowChanges),
      tools,
      mayChange: allowChanges,
      call: calls.call,
      resources: (cursor) => listResources(logging, cursor),
      resource: (uri) => readResource(logging, uri),
    })
    await Promise.race([conversation.ended, asked.promise])
    // This cancels the calls in progress.
    await conversation.close()
    const isOver = await calls.ended()
    await game?.close()
    if (!isOver) io.exit(exitCode.ok)
  },
})

/** What the calls of tools have in common. */
interface Serving {
  readonly shell: Shell
  readonly game: OwnGame | undefined
  readonly mayChange: boolean
}

/** The calls of tools. */
interface Calls {
  readonly call: (name: string, input: unknown, heed: Heed) => Promise<Answer>
  /** Waits for the calls in progress. Resolves to whether all of them have ended in time. */
  readonly ended: () => Promise<boolean>
}

function openCalls(serving: Serving): Calls {
  const running = new Set<Promise<Answer>>()
  // One change at a time: a script restores the game afterwards, and would undo what another call does meanwhile.
  const inTurn = turns(1)
  return {
    call(name, input, heed) {
      const answer = callTool(serving, name, input, heed, inTurn).finally(() => running.delete(answer))
      running.add(answer)
      return answer
    },
    async ended() {
      const isOver = Promise.allSettled(running).then(() => true)
      return Promise.race([isOver, pause<boolean>(ENDING_MS, false, { ref: false })])
    },
  }
}

async function callTool(
  { shell, game, mayChange }: Serving,
  name: string,
  input: unknown,
  { signal, onProgress }: Heed,
  inTurn: ReturnType<typeof turns>,
): Promise<Answer> {
  const tool = tools.find((each) => each.name === name)
  if (!tool) return refusal(`there is no tool '${name}'${suggestion(name, names)}; the tools are ${names.join(', ')}`)
  const forbidden = mayChange ? undefined : changeIn(tool, input)
  if (forbidden !== undefined) return refusal(forbidden)
  const parsed = inputOf(tool, mayChange).safeParse(input, { reportInput: true })
  if (!parsed.success) {
    const problems = problemsOf(parsed.error).map((problem) => `  ${messageAt(problem)}`)
    return refusal([`the input of ${name} is not valid:`, ...problems].join('\n'))
  }
  const access = tool.isForFiles ? undefined : game?.access
  const run = () => answerOf(tool, parsed.data, { ...shell, access, signal, mayChange, onProgress })
  return mayChange && canChange(tool) ? inTurn(run) : run()
}

const names = tools.map(({ name }) => name)

/** Says why an agent that may only read cannot make a call; undefined if it changes nothing. */
function changeIn({ name, changes, alwaysChanges = false }: Tool, input: unknown): string | undefined {
  const given = typeof input === 'object' && input !== null ? Object.keys(input) : []
  const [field] = given.filter((key) => Object.hasOwn(changes, key))
  if (!alwaysChanges && field === undefined) return undefined
  const what = alwaysChanges ? name : `'${field}' of ${name}`
  return `${what} changes the game, and this server only reads; ask your user to start it with 'gamify mcp --allow-changes'`
}

/** What agents read about the server as a whole. */
function instructions({ io }: Shell, mayChange: boolean): string {
  const changing = tools.filter(({ alwaysChanges }) => alwaysChanges).map(({ name }) => name)
  return [
    'A game: its design is JSON files, and an emulator runs it.',
    'After each change of a design file, call design_validate. Before you propose a change, call what_if, simulate and',
    'check: they say who would fare differently, how weeks of play turn out, and what breaks. To find out why a player has',
    'something, or lacks it, call why or why_not. The resources gamify://schemas/ and gamify://docs/ describe the files.',
    `Paths are relative to ${io.cwd}.`,
    "Answers name commands of gamify, such as 'gamify player list --limit 50': the tool of the same name does the same, and",
    'its inputs have the names of the flags.',
    mayChange
      ? 'You may change the game; you change the design by editing its files.'
      : `This server only reads. Your user can start it with 'gamify mcp --allow-changes': then it also has ${changing.join(', ')}, and changes the clock and snapshots.`,
  ].join('\n')
}
