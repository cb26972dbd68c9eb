import { randomFrom, seedOf } from '../fuzz/random.ts'
import { NatsLog } from '../src/storage/log/nats-log.ts'
import { ClusterLoad, type FoundPlays } from '../test/support/cluster-load.ts'
import { startCluster, type Cluster } from '../test/support/cluster.ts'
import { areSame, untilWhole } from './cluster-state.ts'
import { faultKinds, type FaultKind } from './fault-kinds.ts'

/** How long it may take until plays are answered again, and until everything is whole, in ms. */
const MOST_MS = 60_000

/** How many messages a follower may be behind the writer under load. */
const BEHIND = 200

/** So many plays are answered after a fault before the next one. */
const PLAYS_BETWEEN = 20

/** How much of the log of each node is shown after a failure, in characters. */
const LOG_END = 3_000

export interface FaultPlan {
  readonly seed: number
  /** The faults go on until there were so many, or until they have killed so many processes. */
  readonly until: { readonly faults: number } | { readonly kills: number }
  readonly callers: number
  readonly kinds: readonly string[]
  readonly say: (line: string) => void
}

/** What the faults of a kind have shown. Times are in ms. */
export interface KindReport {
  readonly times: number
  readonly kills: number
  /** For how long plays stood still. */
  readonly p50: number
  readonly most: number
  readonly limit: number
  /** How often they stood still for longer than the limit. */
  readonly late: number
}

/** What all faults have shown. */
export interface FaultReport extends FoundPlays {
  readonly seed: number
  readonly kinds: Readonly<Record<string, KindReport>>
  readonly faults: number
  readonly kills: number
  /** The calls that failed while nodes were restarted as planned. */
  readonly failed: number
  readonly isSameEverywhere: boolean
  /** What went wrong. */
  readonly problems: readonly string[]
  /** Where the files of the nodes and the log servers are kept after a failure. */
  readonly kept: readonly string[]
}

/** Runs faults under load. Looks for every play after each of them, and at the end. */
export async function runFaults(plan: FaultPlan): Promise<FaultReport> {
  const { seed, callers, say } = plan
  const cluster = await startCluster({ hasDisks: plan.kinds.some((name) => faultKinds[name]?.needsDisks) })
  const load = new ClusterLoad(
    cluster.nodes.map(({ url }) => url),
    // The draws of the load depend on what the faults do to it, so the schedule has draws of its own.
    randomFrom(seedOf(seed, 0)).below,
  )
  const run = new FaultRun(plan, cluster, load)
  let isSameEverywhere = false
  try {
    const log = await NatsLog.connect({ servers: cluster.nats.url, game: 'project' })
    try {
      await load.start(callers)
      await run.all(log)
      await load.end()
      await untilWhole(cluster, log, { mostMs: MOST_MS, behind: 0 })
      run.found(await load.check())
    } finally {
      await log.close()
    }
    isSameEverywhere = await areSame(cluster, say)
    if (!isSameEverywhere) run.complain('the nodes have different histories')
  } catch (error) {
    run.complain(error instanceof Error ? error.message : String(error))
    load.abandon()
    for (const { name, log } of cluster.nodes) say(`--- ${name}\n${log.slice(-LOG_END)}`)
  }
  const isBad = run.problems.length > 0
  await cluster.close(isBad)
  return { ...run.report(), isSameEverywhere, kept: isBad ? [cluster.directory, cluster.nats.directory] : [] }
}

/** The faults of a run, one after the other. */
class FaultRun {
  readonly problems: string[] = []
  readonly #plan: FaultPlan
  readonly #cluster: Cluster
  readonly #load: ClusterLoad
  readonly #beganMs = performance.now()
  readonly #stoodMs = new Map<string, number[]>()
  readonly #killsOf = new Map<string, number>()
  #faults = 0
  #kills = 0
  #failed = 0
  #found: FoundPlays = { plays: 0, lost: 0, twice: 0 }

  constructor(plan: FaultPlan, cluster: Cluster, load: ClusterLoad) {
    this.#plan = plan
    this.#cluster = cluster
    this.#load = load
  }

  /** Notes what went wrong. */
  complain(problem: string): void {
    this.problems.push(problem)
    this.#plan.say(`! ${problem}`)
  }

  /** Takes in what was found of the plays. */
  found(found: FoundPlays): void {
    this.#found = found
    const { lost, twice } = found
    if (lost > 0 || twice > 0) this.complain(`${lost} plays are lost, and ${twice} count twice`)
  }

  /** Lets the faults happen. Ends early when a play is lost or counts twice. */
  async all(log: NatsLog): Promise<void> {
    const { until, kinds, seed } = this.#plan
    const byWeight = kinds.flatMap((name) => {
      const kind = faultKinds[name]
      if (!kind) throw new Error(`there is no fault '${name}'`)
      return Array.from({ length: 'kills' in until ? (kind.weight ?? 1) : 1 }, () => ({ name, kind }))
    })
    const isOver = (): boolean => ('kills' in until ? this.#kills >= until.kills : this.#faults >= until.faults)
    while (!isOver()) {
      this.#faults += 1
      const draws = randomFrom(seedOf(seed, this.#faults))
      await this.#one(draws.pick(byWeight), draws, log)
      if (this.#found.lost > 0 || this.#found.twice > 0) return
    }
  }

  async #one(
    { name, kind }: { readonly name: string; readonly kind: FaultKind },
    draws: ReturnType<typeof randomFrom>,
    log: NatsLog,
  ): Promise<void> {
    const load = this.#load
    const label = `${this.#faults} ${name}`
    const whole = await untilWhole(this.#cluster, log, { mostMs: MOST_MS, behind: BEHIND })
    const failuresBefore = load.failures
    // Nobody gives up early where no call may fail. A frozen node answers nobody who waits.
    load.patienceMs = kind.isPlanned || kind.isPatient ? 20_000 : 2_000
    load.answered.length = 0
    const beganMs = performance.now()
    const mend = await kind.begin({
      ...whole,
      cluster: this.#cluster,
      load,
      draws,
      complain: (problem) => this.complain(`${label}: ${problem}`),
      say: (line) => this.#plan.say(`  ${line}`),
      onKill: () => {
        this.#kills += 1
        this.#killsOf.set(name, (this.#killsOf.get(name) ?? 0) + 1)
      },
    })
    await mend()
    await untilPlaying(load)
    await untilWhole(this.#cluster, log, { mostMs: MOST_MS, behind: BEHIND })
    const { ms: stoodMs } = load.longestGap(beganMs)
    this.#stoodMs.set(name, [...(this.#stoodMs.get(name) ?? []), stoodMs])
    const failures = kind.isPlanned ? load.failures - failuresBefore : 0
    this.#failed += failures
    if (failures > 0) this.complain(`${label}: ${failures} calls failed`)
    if (stoodMs > kind.mostMs)
      this.complain(`${label}: plays stood still for ${stoodMs.toFixed(0)} ms, and ${kind.mostMs} is the limit`)
    for (const answer of load.unexpected.splice(0)) this.complain(`${label}: a caller got ${answer}`)
    this.found(await load.check())
    this.#say(label, stoodMs)
  }

  #say(label: string, stoodMs: number): void {
    const { plays, lost, twice } = this.#found
    const seconds = Math.round((performance.now() - this.#beganMs) / 1_000)
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
    this.#plan.say(
      `${time} ${label}: plays stood still for ${stoodMs.toFixed(0)} ms. Until now ${this.#kills} kills, ${plays} plays, ${lost} lost, ${twice} twice, ${this.problems.length} problems`,
    )
  }

  report(): Omit<FaultReport, 'isSameEverywhere' | 'kept'> {
    const kinds = Object.fromEntries(
      Array.from(this.#stoodMs, ([name, times]) => [name, this.#kindReport(name, times)] as const),
    )
    return {
      seed: this.#plan.seed,
      kinds,
      faults: this.#faults,
      kills: this.#kills,
      failed: this.#failed,
      ...this.#found,
      problems: this.problems,
    }
  }

  #kindReport(name: string, times: readonly number[]): KindReport {
    const sorted = times.map(Math.round).toSorted((a, b) => a - b)
    const limit = faultKinds[name]?.mostMs ?? 0
    return {
      times: sorted.length,
      kills: this.#killsOf.get(name) ?? 0,
      p50: sorted[Math.floor(sorted.length / 2)] ?? 0,
      most: sorted.at(-1) ?? 0,
      limit,
      late: sorted.filter((ms) => ms > limit).length,
    }
  }
}

/** Waits until plays are answered again. */
async function untilPlaying(load: ClusterLoad): Promise<void> {
  const before = load.answered.length
  const untilMs = performance.now() + MOST_MS
  while (load.answered.length < before + PLAYS_BETWEEN) {
    if (performance.now() > untilMs) throw new Error(`no play was answered for ${MOST_MS / 1_000} s`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
