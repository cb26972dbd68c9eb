import { describe, expect, test } from 'vitest'
import { designOf } from '../../../test/support/design-parts.ts'
import { aGame, type Given } from '../../../test/support/given.ts'
import { exclusive, flows, parallel, sub, task } from '../../../test/support/process-parts.ts'
import { deployDesign, fixIssue, listIssues } from '../design/deployment.ts'
import { issueSentence } from '../design/incompatibilities.ts'
import type { RuntimeName } from '../game-state.ts'
import { findRecord } from '../kernel/table.ts'
import { addMember } from '../members/joining.ts'
import { listMembers } from '../members/listing.ts'
import { createPlayer, deletePlayer } from '../players/administration.ts'
import { createProcess, createProcessFor } from './creation.ts'
import { listDefinitions, listProcesses, listAllProcesses, readAnyProcess } from './instances.ts'
import { processDetail } from './show.ts'
import { storedProcess } from './state.ts'
import { playTrigger } from './trigger-play.ts'
import { listTriggers } from './triggers.ts'

const lanes = [{ name: 'hero', default: true }, { name: 'guide' }]
const quest = (more: object = {}) => ({
  id: 'quest',
  name: 'Quest',
  lanes,
  activities: [task('pack', { lane: 'hero' }), task('go', { lane: 'hero' }), task('rest', { lane: 'guide' })],
  sequence_flows: flows('pack go'),
  ...more,
})
const chore = { id: 'chore', name: 'Chore', activities: [task('do')] }

const designs = {
  all: designOf({ processes: [quest(), chore] }),
  noQuest: designOf({ processes: [chore] }),
  nothing: designOf({}),
  noGuide: designOf({
    processes: [
      quest({ lanes: lanes.slice(0, 1), activities: [task('pack', { lane: 'hero' }), task('go', { lane: 'hero' })] }),
      chore,
    ],
  }),
  noPack: designOf({
    processes: [
      quest({ activities: [task('go', { lane: 'hero' }), task('rest', { lane: 'guide' })], sequence_flows: [] }),
      chore,
    ],
  }),
  noGo: designOf({
    processes: [
      quest({ activities: [task('pack', { lane: 'hero' }), task('rest', { lane: 'guide' })], sequence_flows: [] }),
      chore,
    ],
  }),
  otherChore: designOf({ processes: [quest(), { ...chore, activities: [task('other')] }] }),
  oneChoreAtATime: designOf({
    processes: [quest(), { ...chore, activities: [task('other')], settings: { max_active_player_instances: '1' } }],
  }),
  nested: designOf({
    processes: [
      quest({
        activities: [
          sub('pack', { activities: [task('bag')] }, { lane: 'hero' }),
          task('go', { lane: 'hero' }),
          task('rest', { lane: 'guide' }),
        ],
      }),
      chore,
    ],
  }),
}
type Name = keyof typeof designs

/** A game in which neo has a quest that trinity watches as a guide, and a chore. */
function running(runtime: RuntimeName = 'production'): Given {
  const game = aGame(designs.all, { runtime })
  for (const [hash, design] of Object.entries(designs)) game.run.designs.set(hash, design)
  game.after(deployDesign, { hash: 'all', label: 'v1' })
  for (const id of ['neo', 'trinity']) game.after(createPlayer, { id })
  game
    .after(createProcess, { definition: 'quest', id: 'quest', access: 'PUBLIC' })
    .after(createProcess, { definition: 'chore', id: 'chore' })
  return game.after(addMember, { subject, player: 'trinity', roles: { guide: 'observer' } })
}
const subject = { kind: 'process', id: 'neo/quest' } as const

const deploy = (game: Given, hash: Name) => game.when(deployDesign, { hash, label: null }).result
const issuesOf = (game: Given, hash: Name) => deploy(game, hash).issues.map(({ id, vars }) => ({ id, vars }))

/** Upgrades by one fix for all issues. */
function upgraded(hash: Name, fix: 'drop' | 'keep', game = running()): Given {
  for (const { id } of deploy(game, hash).issues) game.after(fixIssue, { issue: id, fix })
  expect(deploy(game, hash).status).toBe('upgraded')
  return game
}
const back = (game: Given): Given => {
  expect(deploy(game, 'all')).toMatchObject({
    status: game.run.state.runtime === 'staging' ? 'simulated' : 'upgraded',
    issues: [],
  })
  return game
}

const detail = (game: Given, id = 'neo/quest') => processDetail(game.when(readAnyProcess, { id }).result)
const triggers = (game: Given, as = 'neo') =>
  game.when(listTriggers, { process: 'neo/quest', as }).result.map(({ trigger }) => trigger)
const everything = { skip: 0, limit: 100 }
const listed = (game: Given) => game.when(listAllProcesses, everything).result.data.map(({ id }) => id)

describe('what a design has no place for', () => {
  const about = { process_design: { id: 'quest', name: 'Quest' } }

  test('is a definition of which there are processes', () => {
    const game = running().after(createProcess, { definition: 'quest', as: 'trinity' })
    expect(issuesOf(game, 'noQuest')).toEqual([{ id: 'process_removed-quest', vars: { ...about, processes: 2 } }])
  })

  test('is a lane in which somebody is', () => {
    const game = running().after(playTrigger, { process: 'neo/quest', trigger: 'pack' })
    expect(issuesOf(game, 'noGuide')).toEqual([
      { id: 'lane_removed-quest-guide', vars: { ...about, lane: { name: 'guide' }, performers: 1 } },
      { id: 'activity_removed-quest-rest', vars: { ...about, activity: { id: 'rest', name: 'rest' }, processes: 1 } },
    ])
  })

  test('is an activity that a process is about to perform, and none that it has performed', () => {
    const game = running()
    expect(issuesOf(game, 'noPack')).toMatchObject([{ id: 'activity_removed-quest-pack' }])
    expect(issuesOf(game, 'noGo')).toEqual([])
    const later = running().after(playTrigger, { process: 'neo/quest', trigger: 'pack' })
    expect(issuesOf(later, 'noGo')).toMatchObject([{ id: 'activity_removed-quest-go' }])
    expect(issuesOf(running().after(playTrigger, { process: 'neo/quest', trigger: 'pack' }), 'noPack')).toEqual([])
  })

  test('is an activity that has become another node', () => {
    expect(issuesOf(running(), 'nested')).toMatchObject([{ id: 'activity_removed-quest-pack' }])
  })

  test('is a gateway at which a token waits, and what is in a sub_process by its path', () => {
    const activities = [task('a'), task('b'), task('end'), sub('part', { activities: [task('in')] })]
    const gateways = [parallel('both'), exclusive('choose')]
    const arrows = flows('a both', 'b both', 'both end')
    const before = designOf({
      processes: [{ id: 'p', name: 'P', activities, gateways: gateways.slice(0, 1), sequence_flows: arrows }],
    })
    const after = designOf({ processes: [{ id: 'p', name: 'P', activities: [task('b'), task('end')] }] })
    const game = aGame(before, { runtime: 'production' })
    game.run.designs.set('before', before).set('after', after)
    game.after(deployDesign, { hash: 'before', label: null }).after(createPlayer, { id: 'neo' })
    game.after(createProcess, { definition: 'p', id: 'p' })
    for (const trigger of ['a', 'part/in']) game.after(playTrigger, { process: 'neo/p', trigger })
    game.after(createProcess, { definition: 'p', id: 'q' }).after(playTrigger, { process: 'neo/q', trigger: 'b' })
    expect(game.when(deployDesign, { hash: 'after', label: null }).result.issues.map(({ id }) => id)).toEqual([
      'activity_removed-p-a',
      'activity_removed-p-part',
      'gateway_removed-p-both',
    ])
  })

  test('is nothing of what is over, or gone', () => {
    const game = running()
    for (const trigger of ['pack', 'go']) game.after(playTrigger, { process: 'neo/quest', trigger })
    game.after(addMember, { subject: { kind: 'process', id: 'neo/chore' }, player: 'trinity', roles: {} })
    game.after(deletePlayer, { id: 'neo' })
    expect(issuesOf(game, 'nothing')).toEqual([])
  })

  test('is told in words', () => {
    const said = (hash: Name) => deploy(running(), hash).issues.map(issueSentence)
    expect(said('noQuest')).toEqual(["the design no longer has the process 'quest', but 1 instance of it exists"])
    expect(said('noGuide')).toEqual([
      "the process 'quest' no longer has the lane 'guide', but 1 performer has a role in it",
      "the process 'quest' no longer has the activity 'rest', but 1 instance waits for it",
    ])
    expect(deploy(running(), 'noQuest').issues[0]?.fixes[0]?.description).toBe(
      'Drop the instances of this process and their progress',
    )
  })

  test('is found by its type', () => {
    const game = running()
    deploy(game, 'noQuest')
    expect(game.when(listIssues, { type: 'process' }).result).toHaveLength(1)
    expect(game.when(listIssues, { type: 'team' }).result).toEqual([])
  })
})

/** What is hidden is as if it did not exist, and is there again. */
describe.each([
  [
    'what staging keeps aside',
    (hash: Name) => {
      const game = running('staging')
      expect(deploy(game, hash).status).toBe('simulated')
      return game
    },
  ],
  ['what production keeps', (hash: Name) => upgraded(hash, 'keep')],
] as const)('%s', (_, without) => {
  test('is a process, which comes back with its definition', () => {
    const game = without('noQuest')
    expect(listed(game)).toEqual(['neo/chore'])
    expect(game.when(listProcesses, { ...everything, states: ['ACTIVE', 'COMPLETED'] }).result.total).toBe(1)
    expect(game.when(listDefinitions, {}).result.map(({ id }) => id)).toEqual(['chore'])
    game.when(readAnyProcess, { id: 'neo/quest' }).refuses('process_instance_not_found')
    game.when(listMembers, { subject, ...everything }).refuses('process_instance_not_found')
    game.when(listTriggers, { process: 'neo/quest' }).refuses('process_instance_not_found')
    expect(detail(back(game)).performers.map(({ id }) => id)).toEqual(['neo', 'trinity'])
    expect(triggers(game)).toEqual(['pack:pack'])
  })

  test('keeps its id', () => {
    const game = without('noQuest')
    game.when(createProcess, { definition: 'chore', id: 'quest' }).refuses('process_instance_exists')
  })

  test('goes with its owner all the same', () => {
    const game = without('noQuest').after(deletePlayer, { id: 'neo' })
    expect(listed(back(game))).toEqual([])
  })

  test('is a place in a lane, which comes back with the lane', () => {
    const game = without('noGuide')
    expect(detail(game)).toMatchObject({ lanes: ['hero'], performers: [{ id: 'neo' }, { id: 'trinity', lanes: [] }] })
    expect(detail(back(game)).performers[1]).toMatchObject({ lanes: [{ name: 'guide', role: 'observer' }] })
  })

  test('is a token, which comes back with its activity', () => {
    const game = without('noPack')
    expect(triggers(game)).toEqual([])
    expect(triggers(back(game))).toEqual(['pack:pack'])
  })

  test('leaves a process with nothing to do over, for as long', () => {
    const game = without('otherChore')
    expect(detail(game, 'neo/chore').state).toBe('COMPLETED')
    const states = (['ACTIVE', 'COMPLETED'] as const).map((state) =>
      game.when(listProcesses, { ...everything, states: [state] }).result.data.map(({ id }) => id),
    )
    expect(states).toEqual([['neo/quest'], ['neo/chore']])
    expect(detail(back(game), 'neo/chore').state).toBe('ACTIVE')
  })

  test('does not count what is over for as long among the active ones', () => {
    const next = { definition: 'chore', id: 'next' }
    const game = without('oneChoreAtATime').after(createProcess, next)
    game.when(createProcess, { ...next, id: 'third' }).refuses('forbidden')
  })
})

describe('what production drops', () => {
  test('is gone with the definition: the next of that id is another', () => {
    const game = back(upgraded('noQuest', 'drop'))
    expect(listed(game)).toEqual(['neo/chore'])
    game.when(readAnyProcess, { id: 'neo/quest' }).refuses('process_instance_not_found')
    game.after(createProcessFor, { definition: 'quest', id: 'neo/quest', owner: 'trinity' })
    expect(detail(game)).toMatchObject({ owner: { id: 'trinity' }, performers: [{ id: 'trinity' }] })
    expect(listed(game)).toEqual(['neo/chore', 'neo/quest'])
    expect(listed(game.after(deletePlayer, { id: 'neo' }))).toEqual(['neo/quest'])
  })

  test('is counted no more', () => {
    const game = back(upgraded('noQuest', 'drop'))
    expect(issuesOf(game, 'noQuest')).toEqual([])
    expect([...game.run.state.holders.keys()]).toEqual(['process:chore'])
  })

  test('leaves nothing behind once all who knew of it are gone', () => {
    const game = back(upgraded('noQuest', 'drop'))
    for (const id of ['trinity', 'neo']) game.after(deletePlayer, { id })
    const { members, processes, holders } = game.run.state
    const { groups, ofPlayer } = members
    expect([groups.index.size, ofPlayer.index.size, processes.owned.size, holders.size]).toEqual([0, 0, 0, 0])
    expect(members.records.filter((record) => record !== undefined)).toEqual([])
  })

  test('is a place in a lane: who had no other is in it without any, until given one', () => {
    const game = back(upgraded('noGuide', 'drop'))
    expect(detail(game).performers).toMatchObject([{ id: 'neo' }, { id: 'trinity', lanes: [] }])
    expect(triggers(game, 'trinity')).toEqual([])
    expect(issuesOf(game, 'noGuide')).toEqual([])
  })

  test('is a token, which does not come back', () => {
    const game = upgraded('noPack', 'drop')
    expect(detail(game).state).toBe('ACTIVE')
    expect(triggers(back(game))).toEqual([])
  })

  test('leaves a process in which nothing is left to do as a completed one', () => {
    const game = back(upgraded('otherChore', 'drop'))
    expect(detail(game, 'neo/chore').state).toBe('COMPLETED')
    game.when(playTrigger, { process: 'neo/chore', trigger: 'do' }).refuses('access_denied')
  })

  test('of another definition leaves the record of a process as it is', () => {
    const { state } = upgraded('noQuest', 'drop').run
    expect(storedProcess(state, 'neo/chore')).toBe(findRecord(state.processes, 'neo/chore'))
  })

  test('is in nobody’s way afterwards', () => {
    const game = back(upgraded('noPack', 'drop')).after(createProcess, { definition: 'quest', id: 'next' })
    game.when(playTrigger, { process: 'neo/next', trigger: 'pack' }).emits('progress')
  })
})
