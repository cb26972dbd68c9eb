import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'

/** What became of one call. */
interface Outcome {
  /** `unknown` if the call was sent and its answer did not come. */
  readonly kind: 'taken' | 'refused' | 'unknown'
}

/** Plays of many callers on all nodes of a cluster, each of which is looked for afterwards. */
export class ClusterLoad {
  /** The plays with a key that were answered, by player. Each was sent until it was. */
  readonly keyed = new Map<string, number>()
  /** The plays without a key: how many were answered, and of how many nobody knows. */
  readonly plain = new Map<string, { taken: number; unknown: number }>()
  /** When the last plays were answered, as `performance.now()` tells it. */
  readonly answeredMs: number[] = []
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

  /** Ends when every play with a key has been answered. */
  async end(): Promise<void> {
    this.#isEnding = true
    await this.#running
    for (const agent of this.#agents) agent.destroy()
  }

  async #playKeyed(player: string): Promise<void> {
    let count = 0
    while (!this.#isEnding) {
      const key = randomUUID()
      for (let attempt = 0; ; attempt++) {
        const { kind } = await this.#play(player, key)
        if (kind === 'taken') break
        this.failures += 1
        if (attempt > 3_000) throw new Error('a play was not taken')
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      count += 1
      this.keyed.set(player, count)
      this.#answered()
    }
  }

  async #playPlain(player: string): Promise<void> {
    const counts = { taken: 0, unknown: 0 }
    this.plain.set(player, counts)
    while (!this.#isEnding) {
      const { kind } = await this.#play(player)
      if (kind !== 'taken') this.failures += 1
      if (kind === 'refused') {
        await new Promise((resolve) => setTimeout(resolve, 20))
      } else counts[kind] += 1
      if (kind === 'taken') this.#answered()
    }
  }

  #answered(): void {
    this.answeredMs.push(performance.now())
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
    const index = open[this.#below(open.length)] ?? 0
    return new Promise((resolve) => {
      let isSent = false
      const call = request(
        `${this.#urls[index]}/v2/runtime/actions/like/play?player_id=${player}`,
        { method: 'POST', headers, agent: this.#agents[index], timeout: this.patienceMs },
        (answer) => {
          let text = ''
          answer.on('data', (piece: Buffer) => (text += piece.toString()))
          answer.on('end', () => {
            const { statusCode = 0 } = answer
            if (statusCode === 200) return resolve({ kind: 'taken' })
            if (![408, 503].includes(statusCode)) throw new Error(`${statusCode} ${text}`)
            // The journal of a node that was stopped may have reached the log.
            resolve({ kind: statusCode === 408 ? 'refused' : 'unknown' })
          })
          answer.on('error', () => resolve({ kind: 'unknown' }))
        },
      )
      call.on('socket', (socket) => {
        if (socket.connecting) socket.once('connect', () => (isSent = true))
        else isSent = true
      })
      call.on('timeout', () => call.destroy())
      call.on('error', () => resolve({ kind: isSent ? 'unknown' : 'refused' }))
      call.end('{}')
    })
  }

  /** Reads the scores through a node, and tells which plays are lost or counted twice. */
  async check(url: string): Promise<{ readonly lost: number; readonly twice: number; readonly plays: number }> {
    let [lost, twice, plays] = [0, 0, 0]
    const headers = await this.#authorization()
    const counted = async (player: string): Promise<number> => {
      const answer = await fetch(`${url}/v2/admin/players/${player}`, { headers })
      const profile = (await answer.json()) as { scores?: { metric: { id: string }; value: string }[] }
      const xp = profile.scores?.find(({ metric }) => metric.id === 'xp')
      return Number(xp?.value ?? 0) / 10
    }
    for (const [player, taken] of this.keyed) {
      const found = await counted(player)
      lost += Math.max(0, taken - found)
      twice += Math.max(0, found - taken)
      plays += taken
    }
    for (const [player, { taken, unknown }] of this.plain) {
      const found = await counted(player)
      lost += Math.max(0, taken - found)
      twice += Math.max(0, found - taken - unknown)
      plays += taken
    }
    return { lost, twice, plays }
  }
}
