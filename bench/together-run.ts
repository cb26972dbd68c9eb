import type { Runtime } from '../src/emulator/runtime.ts'
import type { GameOperation } from '../src/game/game-operation.ts'
import { isFault } from '../src/game/kernel/fault.ts'
import { joinSubject } from '../src/game/members/joining.ts'
import { defineDelete } from '../src/game/members/ownership.ts'
import { createProcess } from '../src/game/processes/creation.ts'
import { playTrigger } from '../src/game/processes/trigger-play.ts'
import { createTeam } from '../src/game/teams/creation.ts'
import { lockTeam } from '../src/game/teams/instances.ts'
import { playerId } from './game.ts'
import { memoryInUse } from './memory-in-use.ts'
import { inTurn, playOnce } from './play.ts'
import { populated } from './populated.ts'

/** What to do: make processes up to a number, play actions, or triggers of processes far from one another, or fill a team. */
export type TogetherTold =
  | { readonly what: 'instances'; readonly count: number }
  | { readonly what: 'actions' | 'triggers'; readonly plays: number }
  | { readonly what: 'team'; readonly members: number }

/** Times in µs a call, or ms in all, and bytes each. */
export interface TogetherFound {
  readonly us: number
  readonly bytes: number
  readonly lockMs: number
  readonly disbandMs: number
  /** A call among the last tenth against one among the first. */
  readonly growth: number
}

/** Players of the game; each owns as many processes as it takes. */
const PLAYERS = 10_000
/** Takes processes far from one another in memory. */
const STRIDE = 7919

const found = { us: 0, bytes: 0, lockMs: 0, disbandMs: 0, growth: 1 }

let made: Promise<Runtime> | undefined
let instances = 0

/** Processes and teams in this process, the journal's lines made and kept nowhere; needs `--expose-gc`. */
export async function run(told: TogetherTold): Promise<TogetherFound> {
  const runtime = await (made ??= populated(PLAYERS))
  switch (told.what) {
    case 'instances':
      return { ...found, bytes: await makeInstances(runtime, told.count) }
    case 'actions':
      return { ...found, us: await timeOf(told.plays, (i) => playOnce(runtime, (i * STRIDE) % PLAYERS)) }
    case 'triggers':
      return { ...found, us: await timeOf(told.plays, (i) => playTriggerOf(runtime, (i * STRIDE) % instances)) }
    case 'team':
      return fillTeam(runtime, told.members)
  }
}

/** Bytes that one takes. */
async function makeInstances(runtime: Runtime, count: number): Promise<number> {
  const before = memoryInUse()
  const missing = count - instances
  await inTurn(missing, (i) => {
    const [owner, id] = ownerAndName(instances + i)
    return runtime.execute(
      createProcess,
      { definition: 'tour', id, access: 'PUBLIC' },
      { client: 'bench', player: owner },
    )
  })
  instances = count
  return (memoryInUse() - before) / missing
}

const ownerAndName = (instance: number): readonly [owner: string, name: string] => [
  playerId(instance % PLAYERS),
  `tour${Math.floor(instance / PLAYERS)}`,
]

function playTriggerOf(runtime: Runtime, instance: number): Promise<unknown> {
  const [player, name] = ownerAndName(instance)
  const input = { process: `${player}/${name}`, trigger: 'like', scopes: [], query: false }
  return runtime.execute(playTrigger, input, { client: 'bench', player })
}

/** A team that everybody joins, one after the other, that is locked then, and disbanded; after one whose joins warm up. */
async function fillTeam(runtime: Runtime, members: number): Promise<TogetherFound> {
  const tenth = Math.floor(members / 10)
  const warm = await begun(runtime, 'warm')
  await warm.joins(1, tenth)
  const { as, subject, joins } = await begun(runtime, 'crew')
  const before = memoryInUse()
  const first = await joins(1, tenth)
  const middle = await joins(tenth, members - tenth)
  const last = await joins(members - tenth, members)
  const bytes = (memoryInUse() - before) / (members - 1)
  const lockMs = (await timeOf(1, () => as(CAPTAIN, lockTeam, { id: subject.id }))) / 1000
  const disbandMs = (await timeOf(1, () => as(CAPTAIN, defineDelete('teams.delete'), { subject }))) / 1000
  return { us: middle, bytes, lockMs, disbandMs, growth: last / first }
}

const CAPTAIN = playerId(0)

/** A new team of the captain's, and ways into it. */
async function begun(runtime: Runtime, id: string) {
  const subject = { kind: 'team', id } as const
  const as = <I, R>(player: string, op: GameOperation<I, R>, input: I): Promise<unknown> =>
    runtime.execute(op, input, { client: 'bench', player })
  await accepted(as(CAPTAIN, createTeam, { definition: 'crew', id, access: 'PUBLIC' }))
  const joins = (from: number, to: number): Promise<number> =>
    timeOf(to - from, (i) => as(playerId(from + i), joinSubject, { subject, roles: {} }))
  return { subject, as, joins }
}

/** µs a call, of calls one after the other. */
async function timeOf(count: number, call: (i: number) => Promise<unknown>): Promise<number> {
  const start = performance.now()
  for (let i = 0; i < count; i += 1) await accepted(call(i))
  return ((performance.now() - start) * 1000) / count
}

async function accepted(call: Promise<unknown>): Promise<void> {
  const answer = await call
  if (isFault(answer)) throw new Error(`the measured game refuses: ${JSON.stringify(answer)}`)
}
