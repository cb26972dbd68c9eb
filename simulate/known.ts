import type { Runtime } from '../src/emulator/runtime.ts'
import type { Table } from '../src/game/kernel/table.ts'
import { membersOf, membershipsOf } from '../src/game/members/state.ts'
import { subjectKey, subjectOfKey, type Subject, type SubjectKind } from '../src/game/members/subject.ts'
import { offeredTasks } from '../src/game/processes/offers.ts'
import type { Process } from '../src/game/processes/state.ts'
import type { Request } from '../src/game/requests/state.ts'
import type { Team } from '../src/game/teams/state.ts'
import type { Random } from './random.ts'

/** An event that somebody was told of and may name again. */
export interface ToldEvent {
  readonly id: string
  readonly player: string
}

/** So many of the newest are remembered: old ones may be gone from the history that is kept. */
const MAX_TOLD = 200

/** Things that are looked at to find one that fits. */
const MAX_LOOKS = 40

/** The newest of what was told, the oldest forgotten. */
class Told<T> {
  readonly #kept: T[] = []
  #next = 0

  add(told: T): void {
    this.#kept[this.#next] = told
    this.#next = (this.#next + 1) % MAX_TOLD
  }

  any(random: Random): T | undefined {
    return this.#kept.length === 0 ? undefined : random.pick(this.#kept)
  }

  clear(): void {
    this.#kept.length = 0
    this.#next = 0
  }
}

/** What those who call a runtime know of it, to choose their next call by; they only look. */
export class Known {
  /** How many players there are meant to be. */
  readonly population: number
  /** How much game time goes by with each operation, in ms. */
  readonly stepMs: number
  /** Plays and evaluations, which can be reverted. */
  readonly events = new Told<ToldEvent>()
  /** What players were notified of. */
  readonly notices = new Told<ToldEvent>()
  /** Ids of issues of a design that waits. */
  readonly issues = new Told<string>()
  /** Ids of images of the design. */
  readonly images = new Told<string>()
  runtime: Runtime

  constructor(runtime: Runtime, { population, stepMs }: { readonly population: number; readonly stepMs: number }) {
    this.runtime = runtime
    this.population = population
    this.stepMs = stepMs
  }

  /** Forgets what may not be there any more. */
  forget(): void {
    for (const told of [this.events, this.notices, this.issues]) told.clear()
  }

  /** An id that a player may have. */
  someId(random: Random): string {
    return `p${random.below(this.population)}`
  }

  /** A player who is there, where there is one. */
  player(random: Random): string {
    return anyOf(this.runtime.state.players, random)?.id ?? this.someId(random)
  }

  process(random: Random): Process | undefined {
    return anyOf(this.runtime.state.processes, random)
  }

  team(random: Random): Team | undefined {
    return anyOf(this.runtime.state.teams, random)
  }

  /** A process or a team. */
  subject(kind: SubjectKind, random: Random): Process | Team | undefined {
    return kind === 'process' ? this.process(random) : this.team(random)
  }

  /** Somebody in it. */
  memberOf(subject: Subject, random: Random): string | undefined {
    const { members, drops } = this.runtime.state
    const there = [...membersOf(members, drops, subjectKey(subject)).take(MAX_LOOKS)]
    return there.length === 0 ? undefined : random.pick(there).player
  }

  /** Something that a player is in. */
  placeOf(player: string, kind: SubjectKind, random: Random): Subject | undefined {
    const { members, drops } = this.runtime.state
    const there = [...membershipsOf(members, drops, player).take(MAX_LOOKS)].map(({ subject }) => subjectOfKey(subject))
    const ofKind = there.filter((subject) => subject.kind === kind)
    return ofKind.length === 0 ? undefined : random.pick(ofKind)
  }

  /** A pending invitation or request that is as asked for. */
  pending(random: Random, fits: (request: Request) => boolean): Request | undefined {
    const some = [...this.runtime.state.requests.pending.values().filter(fits).take(MAX_LOOKS)]
    return some.length === 0 ? undefined : random.pick(some)
  }

  /** The trigger of a task that is offered now, or of any other of the process. */
  trigger({ definition, nodes }: Process, random: Random): string {
    const found = this.runtime.design.processes.get(definition)
    if (!found) return 'run:run'
    const offered = offeredTasks(found.graph, nodes)
    if (offered.length === 0) return random.pick([...found.tasks.keys()])
    const { path, trigger } = random.pick(offered)
    return random.oneIn(2) ? path : trigger
  }

  joinRequest(random: Random): string | undefined {
    return oneOf(this.runtime.state.joining.requests.keys(), random)
  }

  invitedEmail(random: Random): string | undefined {
    return oneOf(this.runtime.state.joining.invitations.keys(), random)
  }

  action(random: Random): string {
    return random.pick([...this.runtime.design.actions.keys()])
  }

  board(random: Random): string {
    return random.pick([...this.runtime.design.leaderboards.keys()])
  }

  customRule(random: Random): string {
    return random.pick([...this.runtime.design.customRules.keys()])
  }
}

function oneOf<T>(values: IteratorObject<T>, random: Random): T | undefined {
  const some = [...values.take(MAX_LOOKS)]
  return some.length === 0 ? undefined : random.pick(some)
}

/** One of the records; from a hole on the next that is there. */
function anyOf<T extends { readonly id: string }>({ records }: Table<T>, random: Random): T | undefined {
  const { length } = records
  const start = length === 0 ? 0 : random.below(length)
  for (let step = 0; step < length; step += 1) {
    const record = records[(start + step) % length]
    if (record) return record
  }
  return undefined
}
