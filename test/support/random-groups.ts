import fc from 'fast-check'
import type { DesignSource } from '../../src/game/design/source.ts'
import type { ContainerDesign } from '../../src/game/processes/container.ts'
import type { Command } from './random-commands.ts'

/** A process and a team, and what is done to them and to a team, for histories in which players meet. */

const [PROCESS, TEAM] = ['neo/quest', 'club']

interface NamedMetric {
  readonly id: string
  readonly type: string
}

/** The nodes with a reward for each task, which is given on every loop. */
function rewarded<T extends ContainerDesign>(parts: T, reward: object): T {
  const activities = (parts.activities ?? []).map((each) =>
    each.type === 'task' ? { ...each, rewards: [reward] } : rewarded(each as typeof each & ContainerDesign, reward),
  )
  return { ...parts, activities }
}

/** A design with a process `p` of these nodes, which give so much of the first points, and a team `t`. */
export function withGroups(source: DesignSource, parts: ContainerDesign, value: string): DesignSource {
  const points = (source.metrics as readonly NamedMetric[]).find(({ type }) => type === 'point')
  const reward = points && { metric: { id: points.id, type: 'point' }, verb: 'add', value, recurring: true }
  return {
    ...source,
    processes: [{ id: 'p', name: 'P', ...(reward ? rewarded(parts, reward) : parts) }],
    teams: [
      {
        id: 't',
        name: 'T',
        permissions: [
          ['lead', { leave: true, kick: true, lock: true }],
          ['member', { leave: true }],
        ],
      },
    ],
  } as unknown as DesignSource
}

const player = fc.constantFrom('neo', 'trinity')

const process = { process_id: PROCESS }
const team = { team_id: TEAM }

const calls = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ as: player, trigger: fc.constantFrom('a0', 'a1', 'a2', 'a0/a0', 'a0/a1') }).map((each) => ({
      route: 'POST /v2/runtime/processes/:process_id/play',
      params: process,
      as: each.as,
      body: { trigger: each.trigger },
    })),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('PUBLIC', 'PROTECTED').map((access) => ({
      route: 'POST /v2/admin/processes',
      body: { id: PROCESS, access, definition: 'p', owner_id: 'neo' },
    })),
  },
  {
    weight: 2,
    arbitrary: fc.record({ as: player, access: fc.constantFrom('PUBLIC', 'PROTECTED') }).map(({ as, access }) => ({
      route: 'POST /v2/runtime/teams',
      as,
      body: { id: TEAM, name: 'Club', access, definition: 't' },
    })),
  },
  {
    weight: 4,
    arbitrary: fc.record({ as: player, way: fc.constantFrom('join', 'join', 'leave') }).chain(({ as, way }) =>
      fc.constantFrom(
        { route: `POST /v2/runtime/teams/:team_id/${way}`, params: team, as, ...(way === 'join' && { body: {} }) },
        {
          route: `POST /v2/runtime/processes/:process_id/${way}`,
          params: process,
          as,
          ...(way === 'join' && { body: {} }),
        },
      ),
    ),
  },
  {
    weight: 1,
    arbitrary: player.chain((as) =>
      fc.constantFrom(
        { route: 'PUT /v2/runtime/teams/:team_id/lock', params: team, as },
        { route: 'DELETE /v2/runtime/teams/:team_id/lock', params: team, as },
        {
          route: 'POST /v2/runtime/teams/:team_id/members/:member_id/kick',
          params: { ...team, member_id: 'trinity' },
          as,
        },
        { route: 'DELETE /v2/admin/teams/:team_id', params: team },
        { route: 'DELETE /v2/admin/processes/:process_id', params: process },
      ),
    ),
  },
)

/** Something that is done to the process or the team. */
const groupCommand = calls.map((call): Command => ({ kind: 'call', call }))

/** These commands, with those of groups among them. The process and the team are there from the beginning. */
export const amongGroups = (commands: fc.Arbitrary<readonly Command[]>): fc.Arbitrary<readonly Command[]> =>
  fc
    .noBias(
      fc.tuple(commands, fc.array(fc.tuple(fc.nat(60), groupCommand), { minLength: 10, maxLength: 40, size: 'max' })),
    )
    .map(([others, added]) => {
      const [born, rest] = [others.slice(0, 2), others.slice(2)]
      const begin: readonly Command[] = [
        {
          kind: 'call',
          call: {
            route: 'POST /v2/admin/processes',
            body: { id: PROCESS, access: 'PUBLIC', definition: 'p', owner_id: 'neo' },
          },
        },
        {
          kind: 'call',
          call: {
            route: 'POST /v2/runtime/teams',
            as: 'neo',
            body: { id: TEAM, name: 'Club', access: 'PUBLIC', definition: 't' },
          },
        },
      ]
      const placed = [...rest.map((each, i) => [i * 2, each] as const), ...added]
      return [...born, ...begin, ...placed.toSorted(([a], [b]) => a - b).map(([, each]) => each)]
    })
