import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deployDesign, fixIssue } from '../../src/game/design/deployment.ts'
import type { GameOperation } from '../../src/game/game-operation.ts'
import { newGame, type GameState, type RuntimeName } from '../../src/game/game-state.ts'
import { isFault } from '../../src/game/kernel/fault.ts'
import { nameOf } from '../../src/game/kernel/name-map.ts'
import { countPart, countWhole, type Tally } from '../../src/game/kernel/tally.ts'
import { addMember } from '../../src/game/members/joining.ts'
import { removeMember } from '../../src/game/members/leaving.ts'
import { defineDeleteFor } from '../../src/game/members/ownership.ts'
import { setRoles } from '../../src/game/members/role-changes.ts'
import { memberCount, membersOf, roleCount } from '../../src/game/members/state.ts'
import { definitionKey, rolePart, subjectKey, type SubjectKind } from '../../src/game/members/subject.ts'
import { createPlayer, deletePlayer } from '../../src/game/players/administration.ts'
import { findPlayer } from '../../src/game/players/state.ts'
import { createProcessFor } from '../../src/game/processes/creation.ts'
import { listAllProcesses } from '../../src/game/processes/instances.ts'
import { ACTIVE_PART, activityPart, storedProcess } from '../../src/game/processes/state.ts'
import { playTrigger } from '../../src/game/processes/trigger-play.ts'
import { listTriggers } from '../../src/game/processes/triggers.ts'
import { evolve } from '../../src/game/registry.ts'
import { listAllTeams } from '../../src/game/teams/administration.ts'
import { createTeam, createTeamFor } from '../../src/game/teams/creation.ts'
import { storedTeam } from '../../src/game/teams/state.ts'
import { checksum } from '../../src/storage/checksum.ts'
import { designOf } from '../support/design-parts.ts'
import { GameRun } from '../support/game-run.ts'
import { textOf } from '../support/given.ts'
import { task } from '../support/process-parts.ts'
import { randomProcess } from '../support/random-process.ts'
import { referenceProblem } from '../support/sound-references.ts'
import { runs, TIMEOUT_MS } from './runs.ts'

const playerIds = ['neo', 'trinity', 'morpheus']
const roleNames = ['hero', 'guide', '__proto__']

/** Of a definition each design has all, some or nothing. */
const quest = fc
  .record({ lanes: fc.subarray(roleNames, { minLength: 1 }), tasks: fc.subarray(['pack', 'go'], { minLength: 1 }) })
  .map(({ lanes, tasks }) => ({
    id: 'quest',
    name: 'Quest',
    lanes: lanes.map((name) => ({ name })),
    activities: tasks.map((id) => task(id, { lane: lanes[0] })),
  }))
const maze = randomProcess.map((parts) => ({ id: 'maze', name: 'Maze', ...parts }))
const guild = fc
  .shuffledSubarray(roleNames, { minLength: 1 })
  .map((roles) => ({ id: 'guild', name: 'Guild', permissions: roles.map((role) => [role, { leave: true }]) }))

const some = <T>(each: fc.Arbitrary<T>) => fc.option(each, { freq: 4, nil: undefined })
const design = fc.record({ quest: some(quest), maze: some(maze), guild: some(guild) }).map((parts) => {
  const processes = [parts.quest, parts.maze].filter((part) => part !== undefined)
  const teams = parts.guild ? [parts.guild] : []
  const bootstrap = {
    processes: processes.map(({ id: definition }) => ({ definition, id: 'first' })).slice(0, 1),
    teams: teams.map(({ id: definition }) => ({ definition, id: 'all' })),
  }
  return { processes, teams, bootstrap }
})

const player = fc.constantFrom(...playerIds)
const subject = fc.oneof(
  fc.constantFrom('neo/p', 'trinity/p', 'neo/first').map((id) => ({ kind: 'process', id }) as const),
  fc.constantFrom('t', 'all').map((id) => ({ kind: 'team', id }) as const),
)
const kindOfDesign = fc.constantFrom('quest', 'quest', 'maze')

/** What is done, by name: so a failure shows it in a line. */
const operations = {
  born: createPlayer,
  gone: deletePlayer,
  process: createProcessFor,
  team: createTeam,
  teamOfNobody: createTeamFor,
  join: addMember,
  roles: setRoles,
  leave: removeMember,
  delete: defineDeleteFor('subjects.delete-for'),
} as const
interface Deed {
  readonly does: keyof typeof operations
  readonly input: object
  readonly as: string
}
const deed = (does: Deed['does'], input: fc.Arbitrary<object>): fc.Arbitrary<Deed> =>
  fc.record({ does: fc.constant(does), input, as: player })
const roles = fc
  .tuple(fc.constantFrom(...roleNames), fc.constantFrom('player', 'observer', true, true, false))
  .map((pair): Record<string, unknown> => Object.fromEntries([pair]))
const anybody = { subject, player }

type Step =
  | Deed
  | { readonly perform: number; readonly process: string; readonly as: string }
  | { readonly run: number; readonly fix: 'drop' | 'keep' }
const life = fc.array(
  fc.oneof(
    {
      weight: 2,
      arbitrary: deed(
        'born',
        player.map((id) => ({ id })),
      ),
    },
    {
      weight: 1,
      arbitrary: deed(
        'gone',
        player.map((id) => ({ id })),
      ),
    },
    {
      weight: 4,
      arbitrary: deed(
        'process',
        fc.record({ definition: kindOfDesign, owner: player, id: fc.constantFrom('neo/p', 'trinity/p') }),
      ),
    },
    { weight: 2, arbitrary: deed('team', fc.constant({ definition: 'guild', id: 't' })) },
    { weight: 1, arbitrary: deed('teamOfNobody', fc.constant({ definition: 'guild', id: 't' })) },
    { weight: 6, arbitrary: deed('join', fc.record({ ...anybody, roles: fc.oneof(fc.constant({}), roles) })) },
    { weight: 4, arbitrary: deed('roles', fc.record({ ...anybody, roles })) },
    { weight: 2, arbitrary: deed('leave', fc.record(anybody)) },
    { weight: 1, arbitrary: deed('delete', fc.record({ subject })) },
    {
      weight: 6,
      arbitrary: fc.record({
        perform: fc.nat(3),
        process: fc.constantFrom('neo/p', 'trinity/p', 'neo/first'),
        as: player,
      }),
    },
    { weight: 4, arbitrary: fc.record({ run: fc.nat(1), fix: fc.constantFrom('drop', 'drop', 'keep') }) },
  ),
  { minLength: 10, maxLength: 40, size: 'max' },
) as fc.Arbitrary<readonly Step[]>

const history = fc.noBias(fc.record({ designs: fc.tuple(design, design), steps: life }))
type History = typeof history extends fc.Arbitrary<infer H> ? H : never

const operator = { client: 'test' }

function begun({ designs }: History, runtime: RuntimeName): GameRun {
  const run = new GameRun(designOf({}), { runtime })
  designs.forEach((source, i) => run.designs.set(`d${i}`, designOf(source)))
  deploy(run, 0, 'drop')
  for (const id of playerIds.slice(0, 2)) run.execute(createPlayer, { id }, operator)
  return run
}

/** Runs another design, all its issues fixed in one way. */
function deploy(run: GameRun, which: number, fix: 'drop' | 'keep'): number {
  const into = { hash: `d${which}`, label: null }
  const { result } = run.execute(deployDesign, into, operator)
  const issues = isFault(result) ? [] : result.issues
  for (const { id, is_resolved } of issues) if (!is_resolved) run.execute(fixIssue, { issue: id, fix }, operator)
  expect(run.execute(deployDesign, into, operator).result).toMatchObject({ status: expect.stringMatching(/ed$/) })
  return issues.length
}

function does(run: GameRun, step: Step): boolean {
  if ('run' in step) return deploy(run, step.run, step.fix) >= 0
  const caller = { ...operator, player: step.as }
  if ('does' in step) {
    const op = operations[step.does] as GameOperation<never, unknown>
    return !isFault(run.execute(op, step.input as never, caller).result)
  }
  const { result } = run.execute(listTriggers, { process: step.process }, caller)
  const trigger = isFault(result) ? undefined : result[step.perform % result.length]?.trigger
  const input = { process: step.process, trigger: trigger ?? 'nothing', scopes: [], query: false }
  return !isFault(run.execute(playTrigger, input, caller).result)
}

/** What of a game is neither number nor time of its last entry, nor what was said as its design came into force. */
const beyondDeploys = (run: GameRun): string =>
  textOf(run)
    .replace(/"seq":\d+,"at":\d+,"chain":\d+/, '')
    .replace(/\{"name":"settled",.*?\]\},(?=\{"name")/, '')

const isDeploy = (step: Step): boolean => 'run' in step
const everything = { skip: 0, limit: 1000 }
const listsOf = (run: GameRun) =>
  [listAllProcesses, listAllTeams].map(
    (list) => run.execute(list as GameOperation<object, unknown>, everything, operator).result,
  )

/** What is in use, by a look at every process and team, and everybody in them. */
function inUse(state: GameState): Tally {
  const seen: Tally = new Map()
  const seeMembers = (kind: SubjectKind, id: string, key: string) => {
    for (const { roles: held } of membersOf(state.members, state.drops, subjectKey({ kind, id })))
      for (const role in held) countPart(seen, key, rolePart(nameOf(role)), 1)
  }
  for (const record of state.processes.records) {
    const process = record && storedProcess(state, record.id)
    if (!process) continue
    const key = definitionKey('process', process.definition)
    countWhole(seen, key, 1)
    seeMembers('process', process.id, key)
    if (process.state !== 'ACTIVE') continue
    countPart(seen, key, ACTIVE_PART, 1)
    for (const [node, { state: stage }] of Object.entries(process.nodes))
      if (stage !== 'COMPLETED') countPart(seen, key, activityPart(nameOf(node)), 1)
  }
  for (const record of state.teams.records) {
    const team = record && storedTeam(state, record.id)
    if (!team) continue
    const key = definitionKey('team', team.definition)
    countWhole(seen, key, 1)
    seeMembers('team', team.id, key)
  }
  return seen
}

/** What holds of any game: nobody is in anything, or owns it, who is not there; numbers are what a count gives. */
function expectSound({ state }: GameRun): void {
  expect(new Map(state.holders)).toEqual(inUse(state))
  expect(referenceProblem(state)).toBeUndefined()
  const subjects = [...state.processes.records, ...state.teams.records].filter((record) => record !== undefined)
  for (const { id, owner, definition } of subjects) {
    const kind = 'nodes' in (subjects.find((each) => each.id === id) ?? {}) ? 'process' : 'team'
    const key = subjectKey({ kind, id })
    const there = [...membersOf(state.members, state.drops, key)]
    if (owner !== null) expect(findPlayer(state.players, owner)).toBeDefined()
    for (const { player: member } of there) expect(findPlayer(state.players, member)).toBeDefined()
    const isThere = kind === 'process' ? storedProcess(state, id) : storedTeam(state, id)
    if (!isThere) continue
    expect(memberCount(state.members, key), definition).toBe(there.length)
    for (const role of roleNames)
      expect(roleCount(state.members, state.drops, key, role)).toBe(
        there.filter(({ roles: held }) => Object.keys(held).some((name) => nameOf(name) === role)).length,
      )
  }
}

test(
  'on staging one design, another, and the first again leave all processes and teams as they were',
  { timeout: TIMEOUT_MS },
  () => {
    let lost = 0
    fc.assert(
      fc.property(history, (lived) => {
        const run = begun(lived, 'staging')
        for (const step of lived.steps) if (!isDeploy(step)) does(run, step)
        const [before, shown] = [beyondDeploys(run), listsOf(run)]
        lost += deploy(run, 1, 'drop')
        deploy(run, 0, 'drop')
        expect(beyondDeploys(run)).toBe(before)
        expect(listsOf(run)).toEqual(shown)
        expectSound(run)
      }),
      runs(150),
    )
    expect(lost).toBeGreaterThan(0)
  },
)

test(
  'after any history, designs that drop and keep included, a game is sound, and its entries tell it again',
  { timeout: TIMEOUT_MS },
  () => {
    const did = { drops: 0, refused: 0, done: 0 }
    fc.assert(
      fc.property(fc.constantFrom<RuntimeName>('staging', 'production'), history, (runtime, lived) => {
        const run = begun(lived, runtime)
        for (const step of lived.steps) {
          did[does(run, step) ? 'done' : 'refused'] += 1
          expectSound(run)
          for (const list of listsOf(run)) expect(isFault(list)).toBe(false)
        }
        did.drops += run.state.drops.entries.size
        const again = { state: newGame(runtime) }
        for (const entry of run.entries.values()) {
          evolve(again.state, entry)
          again.state.chain = checksum(JSON.stringify(entry))
        }
        expect(textOf(again as GameRun)).toBe(textOf(run))
      }),
      runs(200),
    )
    expect(did.drops).toBeGreaterThan(0)
    expect(did.done * 4).toBeGreaterThan(did.refused)
  },
)
