import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'

/** The points that a play gives. */
const XP_A_PLAY = 10

/** What became of one call. */
interface Outcome {
  /** `unknown` if the call was sent and its answer did not come. */
  readonly kind: 'taken' | 'refused' | 'unknown'
  /** The index of the node that was asked. */
  readonly node: number
}

/** Plays that were looked for. */
export interface FoundPlays {
  /** The plays that were answered. */
  readonly plays: number
  readonly lost: number
  readonly twice: number
}

/** Plays of many callers on all nodes of a cluster, each of which is looked for afterwards. */
export class ClusterLoad {
  /** The plays with a key that were answered, by player. Each was sent until it was. */
  readonly keyed = new Map<string, number>()
  /** The plays without a key: how many were answered, and of how many nobody knows. */
  readonly plain = new Map<string, { taken: number; unknown: number }>()
  /** When plays were answered as `performance.now()` tells it, and by which node. */
  readonly answered: { readonly atMs: number; readonly node: number }[] = []
  /** Answers that no caller may get. */
  readonly unexpected: string[] = []
  /** How many calls were refused before anything was decided. */
  refusals = 0
  /** How many calls got no answer, or one that says to try again. */
  failures = 0
  /** How long a caller waits for an answer, in ms. */
  patienceMs = 2_000
  /** The indexes of the nodes that get no calls, as a proxy does it for a node that is to end. */
  readonly avoided = new Set<number>()
  readonly #urls: readonly string[]
  readonly #agents: readonly Agent[]
  readonly #below: (bound: number) => number
  #isEnding = false
  #isEnded = false
  #isAbandoned = false
  #checks = 0
  #running: Promise<unknown> = Promise.resolve()

  constructor(urls: readonly string[], below: (bound: number) => number) {
    this.#urls = urls
    this.#below = below
    this.#agents = urls.map(() => new Agent({ keepAlive: true }))
  }

  /** Creates so many players, and begins to play with each of them. Every fourth plays without keys. */
  async start(players: number): Promise<void> {
    const ids = Array.from({ length: players }, (_, i) => `load${i}`)
    for (const id of ids) {
      const answer = await fetch(`${this.#urls[0]}/v2/admin/players`, {
        method: 'POST',
        headers: { ...(await this.#authorization()), 'content-type': 'application/json', 'idempotency-key': id },
        body: JSON.stringify({ id, alias: id }),
      })
      if (!answer.ok) throw new Error(await answer.text())
    }
    this.#running = Promise.all(ids.map((id, i) => (i % 4 === 3 ? this.#playPlain(id) : this.#playKeyed(id))))
  }

  /** Returns for how long no play was answered since a time, at most, and how long after that time it began, in ms. */
  longestGap(fromMs: number): { readonly ms: number; readonly afterMs: number } {
    let longest = { ms: 0, afterMs: 0 }
    let last = fromMs
    for (const { atMs } of this.answered) {
      if (atMs < fromMs) continue
      if (atMs - last > longest.ms) longest = { ms: atMs - last, afterMs: last - fromMs }
      last = atMs
    }
    return longest
  }

  /** Ends when every play with a key has been answered. */
  async end(): Promise<void> {
    this.#isEnding = true
    await this.#running
    this.#isEnded = true
    for (const agent of this.#agents) agent.destroy()
  }

  /** Ends at once, whatever became of the plays that are under way. */
  abandon(): void {
    this.#isEnding = true
    this.#isAbandoned = true
    for (const agent of this.#agents) agent.destroy()
  }

  async #playKeyed(player: string): Promise<void> {
    let count = 0
    this.keyed.set(player, count)
    while (!this.#isEnding) {
      const key = randomUUID()
      for (let attempt = 0; ; attempt++) {
        const { kind, node } = await this.#play(player, key)
        if (kind === 'taken') {
          this.answered.push({ atMs: performance.now(), node })
          break
        }
        if (this.#isAbandoned) return
        this.failures += 1
        if (attempt > 3_000) throw new Error('a play was not taken')
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      count += 1
      this.keyed.set(player, count)
    }
  }

  async #playPlain(player: string): Promise<void> {
    const counts = { taken: 0, unknown: 0 }
    this.plain.set(player, counts)
    while (!this.#isEnding) {
      const { kind, node } = await this.#play(player)
      if (kind !== 'taken') this.failures += 1
      if (kind === 'refused') {
        await new Promise((resolve) => setTimeout(resolve, 20))
      } else counts[kind] += 1
      if (kind === 'taken') this.answered.push({ atMs: performance.now(), node })
    }
  }

  #token: string | undefined

  async #authorization(): Promise<{ authorization: string }> {
    if (this.#token === undefined) {
      const body = new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: 'gamify-staging',
        client_secret: 'gamify-dev-secret',
      })
      const answer = await fetch(`${this.#urls[0]}/auth/token`, { method: 'POST', body })
      this.#token = ((await answer.json()) as { access_token: string }).access_token
    }
    return { authorization: `Bearer ${this.#token}` }
  }

  async #play(player: string, key?: string): Promise<Outcome> {
    const headers = {
      ...(await this.#authorization()),
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    }
    const open = this.#urls.map((_, i) => i).filter((i) => !this.avoided.has(i))
    const node = open[this.#below(open.length)] ?? 0
    return new Promise((resolve) => {
      let isSent = false
      const end = (kind: Outcome['kind']): void => resolve({ kind, node })
      const call = request(
        `${this.#urls[node]}/v2/runtime/actions/like/play?player_id=${player}`,
        { method: 'POST', headers, agent: this.#agents[node], timeout: this.patienceMs },
        (answer) => {
          let text = ''
          answer.on('data', (piece: Buffer) => (text += piece.toString()))
          answer.on('end', () => {
            const { statusCode = 0 } = answer
            if (statusCode === 200) return end('taken')
            if (![408, 503].includes(statusCode)) this.unexpected.push(`${statusCode} ${text}`)
            if (statusCode === 408) this.refusals += 1
            // The journal of a node that was stopped may have reached the log.
            end(statusCode === 408 ? 'refused' : 'unknown')
          })
          answer.on('error', () => end('unknown'))
        },
      )
      call.on('socket', (socket) => {
        if (socket.connecting) socket.once('connect', () => (isSent = true))
        else isSent = true
      })
      call.on('timeout', () => call.destroy())
      call.on('error', () => end(isSent ? 'unknown' : 'refused'))
      call.end('{}')
    })
  }

  /**
   * Looks for the plays of all players through all nodes, and tells which are lost or counted twice. While the load runs, a
   * play that is under way may be there or not.
   */
  async check(): Promise<FoundPlays> {
    const headers = await this.#authorization()
    const counted = async (player: string, url: string | undefined): Promise<number> => {
      for (let attempt = 0; ; attempt++) {
        const answer = await fetch(`${url}/v2/admin/players/${player}`, { headers }).catch(() => undefined)
        if (!answer?.ok) {
          await answer?.text().catch(() => {})
          if (attempt > 100) throw new Error(`the player ${player} cannot be read at ${url}: ${answer?.status}`)
          await new Promise((resolve) => setTimeout(resolve, 100))
          continue
        }
        const profile = (await answer.json()) as { scores?: { metric: { id: string }; value: string }[] }
        const xp = profile.scores?.find(({ metric }) => metric.id === 'xp')
        return Number(xp?.value ?? 0) / XP_A_PLAY
      }
    }
    const found = await Promise.all(
      [...this.keyed.keys(), ...this.plain.keys()].map(async (player, i): Promise<FoundPlays> => {
        const { least } = this.#expected(player)
        const count = await counted(player, this.#urls[(i + this.#checks) % this.#urls.length])
        const { most } = this.#expected(player)
        return { plays: least, lost: Math.max(0, least - count), twice: Math.max(0, count - most) }
      }),
    )
    this.#checks += 1
    const sum = (what: keyof FoundPlays): number => found.reduce((all, each) => all + each[what], 0)
    return { plays: sum('plays'), lost: sum('lost'), twice: sum('twice') }
  }

  /** How many plays of a player count now, at least and at most. */
  #expected(player: string): { readonly least: number; readonly most: number } {
    const underway = this.#isEnded ? 0 : 1
    const keyed = this.keyed.get(player)
    if (keyed !== undefined) return { least: keyed, most: keyed + underway }
    const { taken = 0, unknown = 0 } = this.plain.get(player) ?? {}
    return { least: taken, most: taken + unknown + underway }
  }
}
