import { asOf } from '../client/client.ts'
import { inputMessages } from '../client/input-problems.ts'
import { ServiceError } from '../client/service-error.ts'
import { CliError } from '../terminal/cli-error.ts'
import { hint, type HintContext } from '../terminal/hint.ts'
import { servedGame, type Service, toCliError } from '../terminal/service.ts'
import type { Effect } from './bindings.ts'
import { type Follower, followGame } from './follow-game.ts'
import { drawFrame, type Frame } from './frame.ts'
import { initialModel, type Message, type Model, paneStateOf, type Size } from './model.ts'
import type { Ui } from './pane.ts'
import { Dismissed, type PromptSession, startPrompts } from './prompts.ts'
import { type ModelEvent, reduce } from './reduce.ts'
import { trackRequests } from './request-tracker.ts'
import { createLoader } from './resource-loader.ts'
import { type ReadResource, type Resource, resourceReader } from './resource.ts'

/** The time between two updates of the clock in the header. */
const TICK_MS = 1_000

/** The options of a session. */
export interface SessionOptions extends HintContext {
  readonly service: Service
  readonly ui: Ui
  readonly size: Size
  readonly now: () => number
  /** The moment to show the game as of, instead of the live game. */
  readonly past?: PastMoment | undefined
}

/** A moment of the history. */
export interface PastMoment {
  /** As the user named it: the number of an entry, or a time. */
  readonly at: string
  /** The number of its last entry. */
  readonly seq: number
}

/** A session of the user with the service. */
export interface Session {
  /** Returns the current frame. */
  readonly frame: () => Frame
  /** Calls `listener` for each new frame, until the function that it returns is called. */
  readonly subscribe: (listener: () => void) => () => void
  /** Handles an event, such as a key. */
  readonly dispatch: (event: ModelEvent) => void
  /** Resolves when the user quits. Rejects if the session cannot continue. */
  readonly ended: Promise<void>
  readonly stop: () => void
}

/** Starts a session. It follows the game until it is stopped. */
export function openSession({ service: base, ui, size, now, options, past }: SessionOptions): Session {
  const tracker = trackRequests(base.client, now)
  const client = asOf(tracker.client, past?.at)
  const service: Service = { ...base, client }
  const ending = new AbortController()
  const { promise: ended, resolve: end, reject: fail } = Promise.withResolvers<void>()
  const listeners = new Set<() => void>()
  const loader = createLoader(client, (event) => dispatch(event))
  let model: Model = initialModel(size, addressOf(service, { options }), now(), past?.seq)
  let frame: Frame = drawFrame(ui, model, resourceReader(model.cache))
  let isDrawn = true
  let prompts: PromptSession | undefined

  const guard = guardGame(tracker.client, {
    onOtherGame: (id, previous) => {
      prompts?.dismiss()
      dispatch({ kind: 'otherGame', id, previous })
    },
    onAccept: () => {
      dispatch({ kind: 'gameAccepted' })
      loader.refresh()
    },
  })

  const draw = (): void => {
    if (isDrawn || ending.signal.aborted) return
    isDrawn = true
    const visible = new Map<string, Resource<unknown>>()
    const readCache = resourceReader(model.cache)
    const read: ReadResource = (resource) => {
      visible.set(resource.key, resource)
      return readCache(resource)
    }
    frame = drawFrame(ui, model, read)
    for (const listener of listeners) listener()
    if (!model.isDisconnected && !model.isOtherGame) loader.show(visible.values())
  }
  const dispatch = (event: ModelEvent): void => {
    if (ending.signal.aborted) return
    const { model: next, effects = [] } = reduce(ui, model, event)
    if (next !== model) {
      model = next
      isDrawn = false
      queueMicrotask(draw)
    }
    for (const effect of effects) perform(effect)
  }
  const perform = (effect: Effect): void => {
    switch (effect.kind) {
      case 'quit':
        return end()
      case 'refresh':
        return loader.refresh()
      case 'accept':
        return guard.accept()
      case 'answer':
        return prompts?.answer(effect.text)
      case 'dismiss':
        return prompts?.dismiss()
      case 'start':
        return void runCommand(effect)
    }
  }
  const runCommand = async ({ command, item, row, args }: Extract<Effect, { kind: 'start' }>): Promise<void> => {
    if (prompts !== undefined)
      return showMessage({ tone: 'bad', text: 'the previous action is still running; wait until it is done' })
    prompts = startPrompts(
      (overlay) => dispatch({ kind: 'overlay', overlay }),
      args,
      (error) => answerProblem(error, service, { options }),
    )
    const { pane } = model
    try {
      // The row belongs to the game that was served before.
      if (!(await guard.ensureSameGame())) return
      const message = await command.run(prompts.prompt, item, {
        service,
        settings: paneStateOf(model).settings,
        row,
        toCommandLine: (line) => hint({ options }, line).slice(1, -1),
        changeSettings: (settings, rowOfView) => dispatch({ kind: 'settings', pane, settings, row: rowOfView }),
      })
      showMessage(withUnusedArguments(message, prompts.unusedArguments()))
      loader.refresh()
    } catch (error) {
      showMessage(
        error instanceof Dismissed ? undefined : { tone: 'bad', text: await errorMessage(error, service, { options }) },
      )
    } finally {
      prompts = undefined
    }
  }
  const showMessage = (message: Message | undefined): void => dispatch({ kind: 'message', message })

  const ticking = setInterval(() => dispatch({ kind: 'tick', nowMs: now() }), TICK_MS)
  const follower: Follower = {
    lost: () => dispatch({ kind: 'disconnected' }),
    found: () => {
      dispatch({ kind: 'reconnected', address: addressOf(service, { options }) })
      loader.refresh()
    },
    onLog: (items) => dispatch({ kind: 'logged', items }),
    ensureSameGame: async () => void (await guard.ensureSameGame()),
    onChange: () => loader.refresh(),
    isOwn: (method, path) => tracker.match(method, path),
  }
  followGame(tracker.client, follower, ending.signal, past?.seq).catch((error: unknown) => {
    if (!ending.signal.aborted) fail(error)
  })
  isDrawn = false
  queueMicrotask(draw)
  return {
    frame: () => frame,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    dispatch,
    ended,
    stop() {
      ending.abort()
      clearInterval(ticking)
      loader.stop()
      prompts?.dismiss()
    },
  }
}

/** Keeps a session on the game that it began with, until the user accepts another one. */
interface GameGuard {
  /**
   * Checks which game is served. If it is another one, waits until the user accepts it. Resolves to whether the game is still
   * the same.
   */
  ensureSameGame(): Promise<boolean>
  /** Accepts the other game. */
  accept(): void
}

function guardGame(
  client: Service['client'],
  listeners: { readonly onOtherGame: (id: string, previous: string) => void; readonly onAccept: () => void },
): GameGuard {
  let current: string | undefined
  let other: (PromiseWithResolvers<void> & { readonly id: string }) | undefined
  const ensureSameGame = async (): Promise<boolean> => {
    const id = await servedGame(client)
    if (id === undefined || id === (current ??= id)) return true
    if (other === undefined) {
      other = { ...Promise.withResolvers<void>(), id }
      listeners.onOtherGame(id, current)
    }
    await other.promise
    await ensureSameGame()
    return false
  }
  return {
    ensureSameGame,
    accept() {
      if (other === undefined) return
      current = other.id
      other.resolve()
      other = undefined
      listeners.onAccept()
    },
  }
}

/** Adds the arguments that the command did not use to its message. */
function withUnusedArguments(message: Message, args: readonly string[]): Message {
  if (args.length === 0) return message
  return { ...message, text: `${message.text} (ignored: ${args.map((arg) => `'${arg}'`).join(' ')})` }
}

/** Formats the address, and the runtime if the user chose one: `http://127.0.0.1:4040 production`. */
function addressOf({ address }: Service, { options: { runtime } }: HintContext): string {
  return runtime === undefined ? address() : `${address()} ${runtime}`
}

/** Describes in one line what is wrong with an answer. Returns undefined for an error that the answer did not cause. */
async function answerProblem(
  error: unknown,
  { client, player }: Service,
  { options }: HintContext,
): Promise<string | undefined> {
  if (error instanceof CliError) return [error.message, ...error.advice].join('; ')
  if (!(error instanceof ServiceError) || error.status < 400 || error.status >= 500) return undefined
  const described = await toCliError(error, client, { player, options })
  const problems = inputMessages(error)
  const advice = described instanceof CliError ? described.advice : []
  return [...(problems.length === 0 ? [error.description] : problems), ...advice].join('; ')
}

/** Describes an error, and what the user can do, in one line. */
async function errorMessage(error: unknown, { client, player }: Service, { options }: HintContext): Promise<string> {
  const described = await toCliError(error, client, { player, options })
  if (described instanceof CliError)
    return [described.message.replaceAll(/\n\s*/g, '; '), ...described.advice].join('; ')
  return described instanceof Error ? described.message : String(described)
}
