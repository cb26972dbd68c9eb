import type { RuntimeName } from '../src/game/game-state.ts'
import { StorageError } from '../src/storage/storage-error.ts'
import { rows, type Call } from './call.ts'
import { chooseCall } from './habits.ts'
import { mustBe, Violation } from './invariant.ts'
import type { Known } from './known.ts'
import { callDirectly, clientOf } from './outcome.ts'
import type { Random } from './random.ts'
import type { Watch } from './watch.ts'
import { mustBeSameState, type WholeState } from './whole-state.ts'
import { runtimeNames, type World } from './world.ts'

/** A simulation, as far as what happens to its game now and then goes by it. */
export interface Scene {
  readonly world: World
  readonly random: Random
  readonly known: Readonly<Record<RuntimeName, Known>>
  readonly watches: Readonly<Record<RuntimeName, Watch>>
  /** Makes so many usual calls, while the clock stands still. */
  readonly goOn: (calls: number) => Promise<void>
  /** The emulator is another one: everybody holds on to that. */
  readonly reopened: () => void
}

type States = Readonly<Record<RuntimeName, WholeState>>

async function statesOf({ world }: Scene): Promise<States> {
  await world.settle()
  return { staging: await world.state('staging'), production: await world.state('production') }
}

async function mustBeAsBefore(
  scene: Scene,
  when: string,
  before: States,
  seen?: (text: string) => string,
): Promise<void> {
  const after = await statesOf(scene)
  for (const name of runtimeNames)
    mustBeSameState(`the ${name} runtime is as it was ${when}`, before[name], after[name], seen)
}

/** Lines that tell of the newest entry. */
const OF_NEWEST_ENTRY = ['{"format":', '{"part":"frame"']

/** A state without its newest entry: whoever goes to another time writes one that sets the clock. */
function withoutNewestEntry(state: string): string {
  const lines = state.split('\n')
  return lines.filter((line) => !OF_NEWEST_ENTRY.some((beginning) => line.startsWith(beginning))).join('\n')
}

/** Tokens that were given out before are still good. */
async function tokensMustOpen({ world }: Scene, tokens: Readonly<Record<RuntimeName, string>>): Promise<void> {
  for (const name of runtimeNames) {
    const { status } = await world.send('GET', '/v2/admin', { client: clientOf(name), token: tokens[name] })
    mustBe(`a token of ${name} from before is good`, 200, status)
  }
}

async function tokensOf({ world }: Scene): Promise<Readonly<Record<RuntimeName, string>>> {
  return { staging: await world.token(clientOf('staging')), production: await world.token(clientOf('production')) }
}

/** The machine stops, at rest: all that was answered is there again, made from the last snapshot and what came after. */
export async function crash(scene: Scene): Promise<void> {
  const [before, tokens] = [await statesOf(scene), await tokensOf(scene)]
  await scene.world.crash(scene.random.pick(['all', 'none', 'some']))
  scene.reopened()
  await mustBeAsBefore(scene, 'before the crash', before)
  await tokensMustOpen(scene, tokens)
}

/** The machine stops while several plays are under way: what was answered before is there, and nothing else is changed. */
export async function crashUnderWay(scene: Scene): Promise<void> {
  const { world, random, known } = scene
  const before = await statesOf(scene)
  const { seq } = known.staging.runtime.state
  const under = Array.from({ length: 3 }, () => callDirectly(world, play(scene)).catch(() => undefined))
  await world.crash(random.pick(['all', 'none']))
  await Promise.all(under)
  scene.reopened()
  const { seq: found } = known.staging.runtime.state
  if (found < seq || found > seq + under.length) throw new Violation('nothing that was answered is lost', seq, found)
  if (found === seq) await mustBeAsBefore(scene, 'before the crash', before)
}

/** The program ends in good order; its files are whole, and what it starts from is all that there was. */
export async function restart(scene: Scene): Promise<void> {
  const [before, tokens] = [await statesOf(scene), await tokensOf(scene)]
  await scene.world.restart(async () => mustBe('the files are whole', [], await scene.world.problems()))
  scene.reopened()
  await mustBeAsBefore(scene, 'before the restart', before)
  await tokensMustOpen(scene, tokens)
}

/** So many operations of the file system at most before the disk fails, and so many calls at most until it is noticed. */
const OPERATIONS_BEFORE = 40
const CALLS_UNTIL = 60

/** The disk fails: the runtime says so, and all that it had answered is there when the machine has started again. */
export async function diskFailure(scene: Scene): Promise<void> {
  const { world, random, known } = scene
  await world.settle()
  world.files.fault = {
    at: world.files.operations + 1 + random.below(OPERATIONS_BEFORE),
    kind: random.pick(['EIO', 'ENOSPC']),
  }
  const { runtime } = known.staging
  let answered = runtime.state.seq
  try {
    for (let call = 0; call < CALLS_UNTIL; call += 1) {
      await callDirectly(world, play(scene))
      answered = runtime.state.seq
      await world.settle()
    }
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
  }
  if (runtime.failed) {
    const { status, text } = await world.send('GET', '/v2/admin/players')
    mustBe(
      'a runtime whose disk has failed says so',
      [503, 'storage_failed'],
      [status, (JSON.parse(text) as { error: string }).error],
    )
  }
  await world.crash('some')
  scene.reopened()
  const { seq } = known.staging.runtime.state
  if (seq < answered) throw new Violation('nothing that was answered is lost', answered, seq)
}

/** So many calls are made, and then taken back. */
const CALLS_TAKEN_BACK = 40

/** A named point, and a rewind: the game is as it was then. */
export async function timeTravel(scene: Scene): Promise<void> {
  const { world, watches, known } = scene
  const before = await statesOf(scene)
  const { seq } = known.staging.runtime.state
  await answered(scene, 'POST', '/_gamify/snapshots', { name: 'before' })
  await scene.goOn(CALLS_TAKEN_BACK)
  const production = await world.state('production')
  await answered(scene, 'POST', '/_gamify/snapshots/before/restore')
  watches.staging.rebase()
  await mustBeAsBefore(scene, 'at the snapshot', { staging: before.staging, production }, withoutNewestEntry)
  await scene.goOn(CALLS_TAKEN_BACK)
  const productionAgain = await world.state('production')
  await answered(scene, 'POST', '/_gamify/rewind', { to: seq })
  watches.staging.rebase()
  await mustBeAsBefore(
    scene,
    'at the entry rewound to',
    { staging: before.staging, production: productionAgain },
    withoutNewestEntry,
  )
  await answered(scene, 'DELETE', '/_gamify/snapshots/before')
}

/** The whole game out, and in again after it has gone on. */
export async function roundTrip(scene: Scene): Promise<void> {
  const { world, watches } = scene
  await world.settle()
  const before = await world.state('staging')
  const client = clientOf('staging')
  const exported = await world.send('GET', '/_gamify/state', { client })
  await scene.goOn(CALLS_TAKEN_BACK)
  const production = await world.state('production')
  const { status, text } = await world.send('PUT', '/_gamify/state', {
    client,
    raw: exported.text,
    type: 'application/x-ndjson',
  })
  if (status !== 200) throw new Violation('what was exported can be imported', 200, `${status} ${text.slice(0, 2000)}`)
  watches.staging.rebase()
  await mustBeAsBefore(scene, 'when it was exported', { staging: before, production }, withoutNewestEntry)
}

/** The production runtime begins anew. */
export async function reset(scene: Scene): Promise<void> {
  const { world, watches, known } = scene
  const staging = await world.state('staging')
  const { status } = await world.send('DELETE', '/_gamify/state', { client: clientOf('production') })
  mustBe('a runtime can be reset', 200, status)
  mustBe(
    'nobody is in a runtime that was reset',
    0,
    known.production.runtime.state.players.records.filter(Boolean).length,
  )
  watches.production.rebase()
  mustBeSameState('a reset of one runtime leaves the other alone', staging, await world.state('staging'))
}

async function answered({ world }: Scene, method: string, path: string, body?: object): Promise<void> {
  const { status, text } = await world.send(method, path, body ? { body } : {})
  if (status !== 200) throw new Violation(`${method} ${path} answers`, 200, `${status} ${text.slice(0, 2000)}`)
}

const playing = rows.find(({ op }) => op === 'actions.play')

function play({ random, known }: Scene): Call {
  if (!playing) throw new Error('there is no row that plays an action')
  return chooseCall(random, known.staging, playing)
}
