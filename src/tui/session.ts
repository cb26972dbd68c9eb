import { inputMessages } from '../client/input-problems.ts'
import { ServiceError } from '../client/service-error.ts'
import { toCliError, servedGame, type Service } from '../terminal/service.ts'
import { CliError } from '../terminal/cli-error.ts'
import { hint, type HintContext } from '../terminal/hint.ts'
import type { Effect } from './bindings.ts'
import { Dismissed } from './deed.ts'
import { followGame } from './following.ts'
import { drawFrame, type Frame } from './frame.ts'
import { startLive } from './live.ts'
import { initialModel, type Model, paneStateOf, type Said, type Size } from './model.ts'
import { ownCalls } from './own-calls.ts'
import { reduce, type Happening } from './reduce.ts'
import { type Resource, type See, seeIn } from './resource.ts'
import type { Stage } from './stage.ts'
import { startAsking, type Asking } from './talk.ts'

/** How often the clock in the header is updated. */
const TICK_MS = 1_000

/** The options of a session. */
export interface SessionOptions extends HintContext {
  readonly service: Service
  readonly stage: Stage
  readonly size: Size
  readonly now: () => number
}

/** A session of the user with the service. */
export interface Session {
  /** The current picture. */
  readonly frame: () => Frame
  /** Calls `listener` for each new picture, until you call the function that it returns. */
  readonly subscribe: (listener: () => void) => () => void
  readonly tell: (event: Happening) => void
  /** Resolves when the user quits; rejects if the session cannot continue. */
  readonly ended: Promise<void>
  readonly stop: () => void
}

/** Starts a session, which follows the game until it is stopped. */
export function openSession({ service: given, stage, size, now, options }: SessionOptions): Session {
  const own = ownCalls(given.client, now)
  const { client } = own
  const service: Service = { ...given, client }
  const ending = new AbortController()
  const { promise: ended, resolve: end, reject: fail } = Promise.withResolvers<void>()
  const listeners = new Set<() => void>()
  const live = startLive(client, (learnt) => report(learnt))
  let model: Model = initialModel(size, placeOf(service, { options }), now())
  let frame: Frame = drawFrame(stage, model, seeIn(model.knowledge))
  let isDrawn = true
  let asking: Asking | undefined

  const games = keepToGame(client, {
    other: (id, before) => {
      asking?.dismiss()
      report({ kind: 'other', id, before })
    },
    accepted: () => {
      report({ kind: 'accepted' })
      live.refresh()
    },
  })

  const draw = (): void => {
    if (isDrawn || ending.signal.aborted) return
    isDrawn = true
    const looked = new Map<string, Resource<unknown>>()
    const look = seeIn(model.knowledge)
    const see: See = (resource) => {
      looked.set(resource.key, resource)
      return look(resource)
    }
    frame = drawFrame(stage, model, see)
    for (const listener of listeners) listener()
    if (!model.isLost && !model.isOther) live.look(looked.values())
  }
  const report = (event: Happening): void => {
    if (ending.signal.aborted) return
    const { model: next, effects } = reduce(stage, model, event)
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
        return live.refresh()
      case 'accept':
        return games.accept()
      case 'answer':
        return asking?.answer(effect.text)
      case 'dismiss':
        return asking?.dismiss()
      case 'start':
        return void start(effect)
    }
  }
  const start = async ({ deed, item, row, given: words }: Extract<Effect, { kind: 'start' }>): Promise<void> => {
    if (asking !== undefined)
      return say({ tone: 'bad', text: 'the previous action is still running; wait until it is done' })
    asking = startAsking(
      (overlay) => report({ kind: 'asked', overlay }),
      words,
      (error) => problemOf(error, service, { options }),
    )
    const { pane } = model
    try {
      const isSame = await games.meet()
      // The row belongs to the game that is no longer served.
      if (!isSame) return
      const said = await deed.run(asking.talk, item, {
        service,
        settings: paneStateOf(model).settings,
        row,
        commandLine: (command) => hint({ options }, command).slice(1, -1),
        set: (settings, at) => report({ kind: 'set', pane, settings, row: at }),
      })
      say(withUnused(said, asking.unused()))
      live.refresh()
    } catch (error) {
      say(error instanceof Dismissed ? undefined : { tone: 'bad', text: await inWords(error, service, { options }) })
    } finally {
      asking = undefined
    }
  }
  const say = (said: Said | undefined): void => report({ kind: 'said', said })

  const ticking = setInterval(() => report({ kind: 'ticked', machineMs: now() }), TICK_MS)
  const follower = {
    lost: () => report({ kind: 'lost' }),
    found: () => {
      report({ kind: 'found' })
      live.refresh()
    },
    logged: (items: Extract<Happening, { kind: 'logged' }>['items']) => report({ kind: 'logged', items }),
    meet: async () => void (await games.meet()),
    changed: () => live.refresh(),
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
    tell: report,
    ended,
    stop() {
      ending.abort()
      clearInterval(ticking)
      live.stop()
      asking?.dismiss()
    },
  }
}

/** Keeps a session to the game that it began with, until the user accepts another. */
interface OneGame {
  /** Asks which game is served. Resolves once it is the right one, with whether it still is the one of before. */
  meet(): Promise<boolean>
  /** The user accepts the other game. */
  accept(): void
}

function keepToGame(
  client: Service['client'],
  news: { readonly other: (id: string, before: string) => void; readonly accepted: () => void },
): OneGame {
  let own: string | undefined
  let other: (PromiseWithResolvers<void> & { readonly id: string }) | undefined
  const meet = async (): Promise<boolean> => {
    const id = await servedGame(client)
    if (id === undefined || id === (own ??= id)) return true
    if (other === undefined) {
      other = { ...Promise.withResolvers<void>(), id }
      news.other(id, own)
    }
    await other.promise
    await meet()
    return false
  }
  return {
    meet,
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
function withUnused(said: Said, words: readonly string[]): Said {
  if (words.length === 0) return said
  return { ...said, text: `${said.text} (ignored: ${words.map((word) => `'${word}'`).join(' ')})` }
}

/** `http://127.0.0.1:4040 production`: the address, and the runtime if one was named. */
function placeOf({ url }: Service, { options: { runtime } }: HintContext): string {
  return runtime === undefined ? url : `${url} ${runtime}`
}

/** What is wrong with an answer, in one line; undefined for an error that has nothing to do with it. */
async function problemOf(
  error: unknown,
  { client, player }: Service,
  { options }: HintContext,
): Promise<string | undefined> {
  if (error instanceof CliError) return [error.message, ...error.advice].join('; ')
  if (!(error instanceof ServiceError) || error.status < 400 || error.status >= 500) return undefined
  const told = await toCliError(error, client, { player, options })
  const problems = inputMessages(error)
  const advice = told instanceof CliError ? told.advice : []
  return [...(problems.length === 0 ? [error.description] : problems), ...advice].join('; ')
}

/** An error and its advice, in one line. */
async function inWords(error: unknown, { client, player }: Service, { options }: HintContext): Promise<string> {
  const told = await toCliError(error, client, { player, options })
  if (told instanceof CliError) return [told.message.replaceAll(/\n\s*/g, '; '), ...told.advice].join('; ')
  return told instanceof Error ? told.message : String(told)
}
