import { inputMessages } from '../client/input-problems.ts'
import { ServiceError } from '../client/service-error.ts'
import { errorInWords, servedGame, type Service } from '../terminal/service.ts'
import { CliError } from '../terminal/cli-error.ts'
import { hint, type Hinting } from '../terminal/hint.ts'
import type { Effect } from './bindings.ts'
import { Dismissed } from './command.ts'
import { followGame } from './follow-game.ts'
import { drawFrame, type Frame } from './frame.ts'
import { startLoader } from './resource-loader.ts'
import { initialModel, type Model, paneStateOf, type Message, type Size } from './model.ts'
import { trackRequests } from './request-tracker.ts'
import { reduce, type ModelEvent } from './reduce.ts'
import { type Resource, type ReadResource, resourceReader } from './resource.ts'
import type { Ui } from './selectors.ts'
import { startPrompts, type PromptSession } from './prompts.ts'

/** How often the clock in the header is updated. */
const TICK_MS = 1_000

/** The options of a session. */
export interface SessionOptions extends Hinting {
  readonly service: Service
  readonly ui: Ui
  readonly size: Size
  readonly now: () => number
}

/** A session of the user with the service. */
export interface Session {
  /** The current picture. */
  readonly frame: () => Frame
  /** Calls `listener` for each new picture, until you call the function that it returns. */
  readonly subscribe: (listener: () => void) => () => void
  readonly dispatch: (event: ModelEvent) => void
  /** Resolves when the user quits; rejects if the session cannot continue. */
  readonly ended: Promise<void>
  readonly stop: () => void
}

/** Starts a session, which follows the game until it is stopped. */
export function openSession({ service: base, ui, size, now, options }: SessionOptions): Session {
  const own = trackRequests(base.client, now)
  const { client } = own
  const service: Service = { ...base, client }
  const ending = new AbortController()
  const { promise: ended, resolve: end, reject: fail } = Promise.withResolvers<void>()
  const listeners = new Set<() => void>()
  const loader = startLoader(client, (learnt) => dispatch(learnt))
  let model: Model = initialModel(size, addressOf(service, { options }), now())
  let frame: Frame = drawFrame(ui, model, resourceReader(model.cache))
  let isDrawn = true
  let prompts: PromptSession | undefined

  const games = guardGame(client, {
    other: (id, before) => {
      prompts?.dismiss()
      dispatch({ kind: 'otherGame', id, before })
    },
    accepted: () => {
      dispatch({ kind: 'gameAccepted' })
      loader.refresh()
    },
  })

  const draw = (): void => {
    if (isDrawn || ending.signal.aborted) return
    isDrawn = true
    const looked = new Map<string, Resource<unknown>>()
    const theme = resourceReader(model.cache)
    const read: ReadResource = (resource) => {
      looked.set(resource.key, resource)
      return theme(resource)
    }
    frame = drawFrame(ui, model, read)
    for (const listener of listeners) listener()
    if (!model.isDisconnected && !model.isOtherGame) loader.show(looked.values())
  }
  const dispatch = (event: ModelEvent): void => {
    if (ending.signal.aborted) return
    const { model: next, effects } = reduce(ui, model, event)
    if (next !== model) {
      model = next
      isDrawn = false
      queueMicrotask(draw)
    }
    for (const effect of effects) act(effect)
  }
  const act = (effect: Effect): void => {
    switch (effect.kind) {
      case 'quit':
        return end()
      case 'refresh':
        return loader.refresh()
      case 'accept':
        return games.accept()
      case 'answer':
        return prompts?.answer(effect.text)
      case 'dismiss':
        return prompts?.dismiss()
      case 'start':
        return void start(effect)
    }
  }
  const start = async ({ command, item, row, args }: Extract<Effect, { kind: 'start' }>): Promise<void> => {
    if (prompts !== undefined)
      return say({ tone: 'bad', text: 'the previous action is still running; wait until it is done' })
    prompts = startPrompts(
      (overlay) => dispatch({ kind: 'overlay', overlay }),
      args,
      (error) => answerProblem(error, service, { options }),
    )
    const { pane } = model
    try {
      const isSame = await games.ensureSameGame()
      // The row belongs to the game that is no longer served.
      if (!isSame) return
      const message = await command.run(prompts.prompt, item, {
        service,
        settings: paneStateOf(model).settings,
        row,
        toCommandLine: (command) => hint({ options }, command).slice(1, -1),
        set: (settings, at) => dispatch({ kind: 'settings', pane, settings, row: at }),
      })
      say(withUnused(message, prompts.unusedArguments()))
      loader.refresh()
    } catch (error) {
      say(
        error instanceof Dismissed ? undefined : { tone: 'bad', text: await errorMessage(error, service, { options }) },
      )
    } finally {
      prompts = undefined
    }
  }
  const say = (message: Message | undefined): void => dispatch({ kind: 'message', message })

  const ticking = setInterval(() => dispatch({ kind: 'tick', nowMs: now() }), TICK_MS)
  const follower = {
    lost: () => dispatch({ kind: 'disconnected' }),
    found: () => {
      dispatch({ kind: 'reconnected' })
      loader.refresh()
    },
    logged: (items: Extract<ModelEvent, { kind: 'logged' }>['items']) => dispatch({ kind: 'logged', items }),
    ensureSameGame: async () => void (await games.ensureSameGame()),
    changed: () => loader.refresh(),
    isOwn: (method: string, path: string) => own.take(method, path),
  }
  followGame(client, follower, ending.signal).catch((error: unknown) => {
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

/** Keeps a session to the game that it began with, until the user accepts another. */
interface GameGuard {
  /** Asks which game is served. Resolves once it is the right one, with whether it still is the one of before. */
  ensureSameGame(): Promise<boolean>
  /** The user accepts the other game. */
  accept(): void
}

function guardGame(
  client: Service['client'],
  news: { readonly other: (id: string, before: string) => void; readonly accepted: () => void },
): GameGuard {
  let own: string | undefined
  let other: (PromiseWithResolvers<void> & { readonly id: string }) | undefined
  const ensureSameGame = async (): Promise<boolean> => {
    const id = await servedGame(client)
    if (id === undefined || id === (own ??= id)) return true
    if (other === undefined) {
      other = { ...Promise.withResolvers<void>(), id }
      news.other(id, own)
    }
    await other.promise
    await ensureSameGame()
    return false
  }
  return {
    ensureSameGame,
    accept() {
      if (other === undefined) return
      own = other.id
      other.resolve()
      other = undefined
      news.accepted()
    },
  }
}

/** The result of an action, with the words after its name that it did not use. */
function withUnused(message: Message, words: readonly string[]): Message {
  if (words.length === 0) return message
  return { ...message, text: `${message.text} (ignored: ${words.map((word) => `'${word}'`).join(' ')})` }
}

/** `http://127.0.0.1:4040 production`: the address, and the runtime if one was named. */
function addressOf({ url }: Service, { options: { runtime } }: Hinting): string {
  return runtime === undefined ? url : `${url} ${runtime}`
}

/** What is wrong with an answer, in one line; undefined for an error that has nothing to do with it. */
async function answerProblem(
  error: unknown,
  { client, player }: Service,
  { options }: Hinting,
): Promise<string | undefined> {
  if (error instanceof CliError) return [error.message, ...error.advice].join('; ')
  if (!(error instanceof ServiceError) || error.status < 400 || error.status >= 500) return undefined
  const told = await errorInWords(error, client, { player, options })
  const problems = inputMessages(error)
  const advice = told instanceof CliError ? told.advice : []
  return [...(problems.length === 0 ? [error.description] : problems), ...advice].join('; ')
}

/** An error and its advice, in one line. */
async function errorMessage(error: unknown, { client, player }: Service, { options }: Hinting): Promise<string> {
  const told = await errorInWords(error, client, { player, options })
  if (told instanceof CliError) return [told.message.replaceAll(/\n\s*/g, '; '), ...told.advice].join('; ')
  return told instanceof Error ? told.message : String(told)
}
