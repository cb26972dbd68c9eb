import { answerProblem, type Reply } from './answer-problem.ts'
import type { Draft } from './draft.ts'
import type { FuzzedGame } from './fuzzed-game.ts'
import { requestOf, sentOf, type Sent } from './sent.ts'

/** What is wrong with how a request was answered. */
export interface Problem {
  readonly kind: 'answer' | 'defect' | 'change' | 'no answer' | 'rejection' | 'long'
  readonly words: string
}

/** How a request went. */
export interface Outcome {
  readonly sent: Sent
  /** Undefined where it could not be sent this way, or was not answered. */
  readonly reply: Reply | undefined
  readonly problem: Problem | undefined
  /** Time of this thread's processor, in ms: others that are busy on the machine do not count. */
  readonly cpuMs: number
  /** The least of several times, where it took long and could be sent again. */
  readonly again: boolean
}

/** An answer has to come within this, however busy the machine is. */
const PATIENCE_MS = 60_000

/** What holds the loop longer is asked again, to see whether it does each time. */
export const LONG_MS = 50

/** Nothing may hold the loop for so long, on however slow a machine. */
const TOO_LONG_MS = 250

/** Sends a request to a game and looks at all that it may not do. `closely`: also at everything that is kept. */
export async function attempt(game: FuzzedGame, draft: Draft, closely: boolean): Promise<Outcome> {
  const sent = sentOf(draft, await game.token(draft.client))
  const request = requestOf(sent, game.url)
  if (!request) return { sent, reply: undefined, problem: undefined, cpuMs: 0, again: false }
  const before = { mark: game.mark(), print: closely ? await game.print() : undefined }
  const [{ reply, error }, cpuMs] = await timed(() => answered(game, request, draft))
  const problem =
    defectIn(game) ??
    (reply ? problemOf(draft, reply) : { kind: 'no answer', words: String(error) }) ??
    (await changeSince(game, before, draft, reply))
  const again = cpuMs > LONG_MS && !problem && reply !== undefined && isSafe(draft, reply)
  const least = again ? Math.min(cpuMs, await leastOf(game, sent, draft)) : cpuMs
  return { sent, reply, problem: problem ?? delayOf(least), again, cpuMs: least }
}

const delayOf = (cpuMs: number): Problem | undefined =>
  cpuMs > TOO_LONG_MS ? { kind: 'long', words: `held the loop for ${Math.round(cpuMs)} ms` } : undefined

const problemOf = (draft: Draft, reply: Reply): Problem | undefined => {
  const words = answerProblem(draft, reply)
  return words === undefined ? undefined : { kind: 'answer', words }
}

interface Answered {
  readonly reply?: Reply
  readonly error?: unknown
}

async function answered(game: FuzzedGame, request: Request, draft: Draft): Promise<Answered> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${PATIENCE_MS} ms`)), PATIENCE_MS)
  try {
    return {
      reply: await Promise.race([read(await Promise.race([game.fetch(request), late.promise]), draft), late.promise]),
    }
  } catch (error) {
    return { error }
  } finally {
    clearTimeout(timer)
  }
}

async function read(response: Response, { target }: Draft): Promise<Reply> {
  const { status, headers, body } = response
  const type = headers.get('content-type') ?? ''
  if (type.startsWith('image/')) return { status, type, text: void (await response.bytes()) }
  if (status >= 400 || target.endless !== true) return { status, type, text: await response.text() }
  await body?.cancel()
  return { status, type, text: undefined }
}

async function timed<T>(act: () => Promise<T>): Promise<readonly [T, number]> {
  const start = process.threadCpuUsage()
  const result = await act()
  const { user, system } = process.threadCpuUsage(start)
  return [result, (user + system) / 1000]
}

function defectIn(game: FuzzedGame): Problem | undefined {
  const [defect] = game.takeDefects()
  if (!defect) return undefined
  const { error } = defect
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { kind: 'defect', words: words.slice(0, 2000) }
}

/** What may not change anything: a refusal, and what only reads. */
const isSafe = ({ method }: Draft, { status }: Reply): boolean => status >= 400 || method === 'GET' || method === 'HEAD'

/** Requests for pages may be visits, which come with a life of their own. */
async function changeSince(
  game: FuzzedGame,
  before: { readonly mark: string; readonly print: string | undefined },
  draft: Draft,
  reply: Reply | undefined,
): Promise<Problem | undefined> {
  if (!reply || !isSafe(draft, reply)) return undefined
  const what = reply.status >= 400 ? 'refused' : 'asked to read'
  const mark = game.mark()
  if (mark !== before.mark) return { kind: 'change', words: `${what}, and went from ${before.mark} to ${mark}` }
  if (before.print === undefined || before.print === (await game.print())) return undefined
  return { kind: 'change', words: `${what}, and what is kept is not as it was` }
}

async function leastOf(game: FuzzedGame, sent: Sent, draft: Draft): Promise<number> {
  let least = Infinity
  for (let i = 0; i < 2; i += 1) {
    const request = requestOf(sent, game.url)
    if (request) least = Math.min(least, (await timed(() => answered(game, request, draft)))[1])
  }
  return least
}
