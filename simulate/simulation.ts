import type { GameCommand } from '../src/game/game-operation.ts'
import type { RuntimeName } from '../src/game/game-state.ts'
import { faultsOf } from '../src/openapi/described-row.ts'
import { chooseDeed } from './actors/client.ts'
import { callText, rows, type Call, type CalledRow } from './call.ts'
import { checkBoards, checkMemberships, checkProcesses, checkRequests } from './daily.ts'
import { crash, crashUnderWay, diskFailure, reset, restart, roundTrip, timeTravel, type Scene } from './episodes.ts'
import { chooseCall, chooseRow } from './habits.ts'
import { mustBe, Violation } from './invariant.ts'
import { Known } from './known.ts'
import { learn } from './learning.ts'
import { callDirectly, callOverWire, clientOf, isForWire, type Outcome } from './outcome.ts'
import { Random } from './random.ts'
import { spoiled } from './spoil.ts'
import { Tally } from './tally.ts'
import { Watch } from './watch.ts'
import { mustBeSameState } from './whole-state.ts'
import { runtimeNames, START_MS, World } from './world.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Operations between two looks at the history. */
const BATCH = 32

/** One call in so many has something wrong with it, goes over the wire, is made with others at once, is another client's deed. */
const ONE_IN = { wrong: 12, wire: 40, together: 80, deed: 60, production: 7, repeat: 4, wholeLook: 20_000 } as const

/** How long history is kept. */
const KEEP_MS = HOUR_MS

/** How a game is played. */
export interface SimulationSettings {
  readonly seed: number
  /** Calls in all. */
  readonly operations: number
  /** Days of game time that they take. */
  readonly days: number
  /** Asked now and then: whether it is time to stop earlier. */
  readonly isTimeUp?: () => boolean
  /** Told of the end of each day. */
  readonly onDay?: (day: DayReport) => void
  /** Does something to the game before each operation: a defect that is to be found. */
  readonly meddle?: (world: World, operation: number) => void
}

/** A day of a simulation, at its end. */
export interface DayReport {
  readonly day: number
  readonly operations: number
  /** In bytes, after a collection where the program may ask for one. */
  readonly rss: number
  readonly heap: number
  /** Of buffers, with the simulated files. */
  readonly buffers: number
  /** What the simulated files take. */
  readonly files: number
  readonly players: number
  readonly processes: number
  readonly teams: number
  /** Of the staging runtime. */
  readonly entries: number
  /** What the program has computed since it began, in seconds. */
  readonly cpuS: number
}

/** Something that must hold and did not. */
export interface Failure {
  readonly operation: number
  /** The call after which it was seen. */
  readonly call: string
  readonly violation: Violation
}

/** What a simulation came to. */
export interface SimulationResult {
  readonly settings: SimulationSettings
  /** How many were made. */
  readonly operations: number
  readonly tally: Tally
  readonly days: readonly DayReport[]
  /** Stands for all that both runtimes are at the end: the same seed gives the same. */
  readonly hash: string
  readonly failure: Failure | undefined
}

/** Plays a game to its end, or until something does not hold that must. */
export async function simulate(settings: SimulationSettings): Promise<SimulationResult> {
  const simulation = await Simulation.open(settings)
  return simulation.run()
}

class Simulation implements Scene {
  readonly world: World
  readonly random: Random
  readonly known: Readonly<Record<RuntimeName, Known>>
  readonly watches: Readonly<Record<RuntimeName, Watch>>
  readonly #settings: SimulationSettings
  readonly #tally = new Tally()
  readonly #days: DayReport[] = []
  readonly #stepMs: number
  /** Rows that come first, so that none is left out. */
  readonly #first: First[]
  /** Game time at which the next day ends: in the evening, so that clocks that are ahead a little are on that day too. */
  #dayEnds = START_MS + 8 * HOUR_MS
  #operation = 0
  /** What is done now, in words where that is asked for. */
  #doing: () => string = () => 'the beginning'

  private constructor(settings: SimulationSettings, world: World) {
    const { seed, operations, days } = settings
    this.#settings = settings
    this.world = world
    this.random = new Random(seed)
    this.#stepMs = (days * DAY_MS) / operations
    const population = Math.min(3000, Math.max(60, Math.floor(operations / 60)))
    const knownOf = (name: RuntimeName): Known => new Known(world.runtime(name), { population, stepMs: this.#stepMs })
    this.known = { staging: knownOf('staging'), production: knownOf('production') }
    this.watches = { staging: new Watch(this.known.staging), production: new Watch(this.known.production) }
    this.#first = firstRows(population)
  }

  static async open(settings: SimulationSettings): Promise<Simulation> {
    const perDay = settings.operations / settings.days
    const snapshotEntries = Math.round(Math.min(10_000, Math.max(300, perDay / 20)))
    return new Simulation(settings, await World.open({ seed: settings.seed, keepMs: KEEP_MS, snapshotEntries }))
  }

  async run(): Promise<SimulationResult> {
    const failure = await this.#play()
    const hash = failure ? '' : await this.world.hash()
    await this.world.stop().catch(() => {})
    return {
      settings: this.#settings,
      operations: this.#operation,
      tally: this.#tally,
      days: this.#days,
      hash,
      failure,
    }
  }

  async #play(): Promise<Failure | undefined> {
    const { operations, isTimeUp } = this.#settings
    try {
      while (this.#operation < operations) {
        await this.#next()
        if (this.#operation % BATCH === 0) await this.#look()
        if (this.#operation % 1000 === 0 && isTimeUp?.()) break
      }
      await this.#endDay()
      return undefined
    } catch (error) {
      return { operation: this.#operation, call: this.#doing(), violation: violationOf(error) }
    }
  }

  async #next(): Promise<void> {
    const { world } = this
    if (world.nowMs + this.#stepMs >= this.#dayEnds) {
      await this.#endDay()
      this.#dayEnds += DAY_MS
    }
    this.#operation += 1
    // Whole ms, however small a step is.
    world.nowMs = START_MS + Math.floor(this.#operation * this.#stepMs)
    this.#settings.meddle?.(world, this.#operation)
    await this.#act()
  }

  async goOn(calls: number): Promise<void> {
    for (let call = 0; call < calls; call += 1) {
      await this.#act()
      if (call % BATCH === 0) await this.#look()
    }
    await this.#look()
  }

  reopened(): void {
    for (const name of runtimeNames) this.known[name].runtime = this.world.runtime(name)
    // Warnings of the one that was ended are about its end.
    this.world.warnings.length = 0
  }

  async #act(): Promise<void> {
    const { random } = this
    const first = this.#first.shift()
    if (first) return this.#one(chooseCall(random, this.known[first.name], first.row))
    const known = random.oneIn(ONE_IN.production) ? this.known.production : this.known.staging
    if (random.oneIn(ONE_IN.deed)) return this.#deed(known)
    if (random.oneIn(ONE_IN.together)) return this.#together(known)
    const call = chooseCall(random, known, chooseRow(random))
    if (!random.oneIn(ONE_IN.wrong)) return this.#one(call)
    return random.oneIn(ONE_IN.wholeLook / ONE_IN.wrong)
      ? this.#oneLookedAt(spoiled(random, call))
      : this.#one(spoiled(random, call))
  }

  async #one(call: Call): Promise<void> {
    const { world, random, known } = this
    this.#doing = () => callText(call)
    const before = this.#marks()
    const overWire = isForWire(call) || random.oneIn(ONE_IN.wire)
    const outcome = await (overWire ? callOverWire(world, call) : callDirectly(world, call))
    this.#tally.count(call, outcome)
    const { row, op } = call.row
    if (outcome.fault !== undefined) this.#refused(call, outcome.fault, before)
    else if (row.method === 'GET') mustBe('a read changes nothing', before, this.#marks())
    if (op === 'logins.end') world.dropToken(clientOf(call.runtime))
    learn(known[call.runtime], call, outcome)
    if (outcome.fault === undefined && repeatable.has(op) && random.oneIn(ONE_IN.repeat)) await this.#again(call)
  }

  /** The same, with a look at all of the game before and after. */
  async #oneLookedAt(call: Call): Promise<void> {
    const { world } = this
    this.#doing = () => callText(call)
    const before = await world.state(call.runtime)
    const outcome = await callDirectlyIfIn(world, call)
    this.#tally.count(call, outcome)
    this.#tally.inject('a look at the whole game around a call')
    if (outcome.fault !== undefined)
      mustBeSameState('a refused call changes nothing', before, await world.state(call.runtime))
  }

  #refused({ row }: Call, code: string, before: string): void {
    mustBe('a refused call changes nothing', before, this.#marks())
    if (!(faultsOf(row.row) as ReadonlySet<string>).has(code))
      throw new Violation('an error is one that its row declares', [...faultsOf(row.row)], code)
  }

  /** Repeating it changes nothing, and is no error. */
  async #again(call: Call): Promise<void> {
    const before = this.#marks()
    const outcome = await callDirectly(this.world, call)
    this.#tally.inject('a call that is repeated')
    mustBe('a call that is repeated is no error', undefined, outcome.fault)
    mustBe('a call that is repeated changes nothing', before, this.#marks())
  }

  /** Several calls at once, none of which knows what comes of the others. */
  async #together(known: Known): Promise<void> {
    const { world, random } = this
    const chosen = Array.from({ length: 2 + random.below(3) }, () => chooseCall(random, known, chooseRow(random)))
    const calls = chosen.filter(mayGoTogether)
    this.#doing = () => calls.map(callText).join(' and ')
    const before = this.#marks()
    const outcomes = await Promise.all(calls.map((call) => callDirectly(world, call)))
    for (const [index, call] of calls.entries()) {
      const outcome = outcomes[index] as Outcome
      this.#tally.count(call, outcome)
      learn(known, call, outcome)
    }
    this.#tally.inject('calls at once')
    const change = calls.some((call, index) => outcomes[index]?.fault === undefined && call.row.row.method !== 'GET')
    if (!change) mustBe('refused calls at once change nothing', before, this.#marks())
  }

  async #deed(known: Known): Promise<void> {
    const { world, random } = this
    const deed = chooseDeed(random)
    this.#doing = () => `${deed.name} (${known.runtime.name})`
    this.#tally.countNamed(deed.name, await deed.does({ world, known, random }))
  }

  /** What changes with everything that happens. */
  #marks(): string {
    const { staging, production } = this.known
    const [one, other] = [staging.runtime.state, production.runtime.state]
    return `${one.seq} ${one.chain} ${other.seq} ${other.chain} ${this.world.emulator.designs.latest.hash}`
  }

  async #look(): Promise<void> {
    await this.world.settle()
    for (const name of runtimeNames) await this.watches[name].look()
    mustBe('nothing goes wrong in the background', [], this.world.warnings)
    mustBe(
      'nothing is answered with a 500',
      [],
      this.world.defects.map(({ error }) => String(error)),
    )
  }

  async #endDay(): Promise<void> {
    await this.#look()
    for (const name of runtimeNames) {
      const { state } = this.known[name].runtime
      this.watches[name].checkAll()
      checkMemberships(state)
      checkRequests(state)
      checkProcesses(state)
      await checkBoards(this.world, name, this.watches[name].ledger.day)
    }
    await this.#happenings()
    this.#report()
  }

  /** What happens to the game in the evening. */
  async #happenings(): Promise<void> {
    const day = this.#days.length
    await this.#happens('a crash', crash)
    await this.#happens('a crash with calls under way', crashUnderWay)
    if (day % 3 === 0) await this.#happens('a disk that fails', diskFailure)
    if (day % 3 === 1) await this.#happens('a restore and a rewind', timeTravel)
    if (day % 3 === 2) await this.#happens('an export and an import', roundTrip)
    if (day % 6 === 2) await this.#happens('a reset of production', reset)
    await this.#happens('a restart', restart)
  }

  async #happens(name: string, episode: (scene: Scene) => Promise<void>): Promise<void> {
    await this.#look()
    this.#doing = () => name
    this.#tally.inject(name)
    await episode(this)
    await this.#look()
  }

  #report(): void {
    const { state } = this.known.staging.runtime
    globalThis.gc?.()
    const { rss, heapUsed, arrayBuffers } = process.memoryUsage()
    const { user, system } = process.cpuUsage()
    const report: DayReport = {
      day: this.#days.length + 1,
      operations: this.#operation,
      rss,
      heap: heapUsed,
      buffers: arrayBuffers,
      files: this.world.files.bytesHeld(),
      players: state.players.records.filter(Boolean).length,
      processes: state.processes.records.filter(Boolean).length,
      teams: state.teams.records.filter(Boolean).length,
      entries: state.seq,
      cpuS: (user + system) / 1e6,
    }
    this.#days.push(report)
    this.#settings.onDay?.(report)
  }
}

/** Operations that come to the same when they are done twice. */
const repeatable: ReadonlySet<string> = new Set([
  'players.enable',
  'players.disable',
  'teams.lock',
  'teams.unlock',
  'notifications.see',
])

/** What is decided as it comes: reverts, designs and images wait for files first, by the machine's own speed. */
function mayGoTogether({ row: { row } }: Call): boolean {
  const { op } = row
  if (op.kind === 'view' || op.kind === 'walk') return true
  return op.kind === 'command' && !row.upload && !(op as unknown as GameCommand<never, never>).recalls
}

const callDirectlyIfIn = (world: World, call: Call): Promise<Outcome> =>
  isForWire(call) ? callOverWire(world, call) : callDirectly(world, call)

/** A row that is called at the beginning. */
interface First {
  readonly name: RuntimeName
  readonly row: CalledRow
}

/** Production is launched, some of the players come, then each row is called once. */
function firstRows(population: number): First[] {
  const [creating, deploying] = ['players.create', 'design.versions.deploy'].map((name) =>
    rows.find(({ op }) => op === name),
  )
  if (!creating || !deploying) throw new Error('there is no row that creates players, or none that deploys')
  const comers = Array.from({ length: Math.floor(population / 2) }, (_, index): First => {
    return { name: index % 8 === 0 ? 'production' : 'staging', row: creating }
  })
  return [{ name: 'production', row: deploying }, ...comers, ...rows.map((row): First => ({ name: 'staging', row }))]
}

function violationOf(error: unknown): Violation {
  if (error instanceof Violation) return error
  const found = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return new Violation('no call comes to grief', 'an answer', found)
}
