import { expect } from 'vitest'
import { compileDesign, type Design } from '../../src/game/design/design.ts'
import type { DesignSource } from '../../src/game/design/source.ts'
import { contractDesign } from '../contract/game-design.ts'
import { container, exclusive, sub, task } from '../support/process-parts.ts'
import { processMade } from '../support/subject-events.ts'
import { anId, badges, from, newPlayer, NOON, rank, scenarios, xp, type Happened, type Step } from './scenario.ts'

const points = { metric: { id: 'xp', type: 'point' }, verb: 'add', value: '25' }
const badge = { metric: { id: 'badges', type: 'set' }, verb: 'set', value: { Rookie: '1' } }

/** A quest of two lanes: a look at the map, which is paid for once the treasure is found, and then a way to choose. */
const design: DesignSource = {
  ...contractDesign,
  metrics: contractDesign.metrics.filter((each) => ['xp', 'rank', 'badges'].includes((each as { id: string }).id)),
  actions: [],
  rules: contractDesign.rules.filter((each) => (each as { id: string }).id === 'ladder'),
  leaderboards: [],
  bootstrap: {},
  teams: [],
  processes: [
    {
      id: 'quest',
      name: 'Quest',
      lanes: [{ name: 'scout' }, { name: 'digger' }],
      ...container(
        [
          task('map', { name: 'Read the map', lane: 'scout', rewards: [badge, { ...points, resolution: 'cave/dig' }] }),
          sub('cave', container([task('dig', { name: 'Dig', lane: 'digger', rewards: [points] })])),
          task('home', { name: 'Go home', lane: 'scout' }),
        ],
        [exclusive('way')],
        'map way',
        'way cave',
        'way home',
      ),
    },
  ],
}
const compiled = compileDesign(design) as Design

const refer = (id: string) => ({ id, alias: id })
const [neo, trinity] = [refer('neo'), refer('trinity')]
const quest = { id: 'neo/quest', name: 'neo/quest' }
const map = { id: 'map', name: 'Read the map' }
const dig = { id: 'cave/dig', name: 'Dig' }

/** Neo scouts and watches the digging, trinity digs. */
const begun: readonly (Step | Happened)[] = [
  newPlayer('neo'),
  newPlayer('trinity'),
  {
    events: [
      processMade(compiled, {
        id: quest.id,
        definition: 'quest',
        owner: 'neo',
        members: { neo: { scout: 'player', digger: 'observer' }, trinity: { digger: 'player' } },
      }),
    ],
  },
]

const v2 = (word: string) => `/v2/runtime/processes/neo/quest/${word}`
const v1 = (word: string) => `/v1/processes/neo/quest/${word}`
const plays = (as: string, trigger: string): Step => ({ call: `POST ${v2('play')}`, ask: { as, body: { trigger } } })

const shownPoints = { metric: xp, value: '25', verb: 'add', probability: 1 }
const shownBadge = { metric: badges, value: { Rookie: '1' }, verb: 'set', probability: 1 }
const shown = (event: object) => ({ ...event, id: anId, timestamp: NOON })

const gotBadge = { metric: badges, delta: { Rookie: { old: null, new: '1' } } }
const read = { event: 'progress', actor: neo, process: quest, activity: map, changes: [gotBadge] }
const digging = { trigger: 'cave/dig:dig', name: 'Dig', lane: 'digger', locked: 'true' }
const goingHome = { trigger: 'home:way', name: 'Go home', lane: 'scout', locked: 'false' }

const dug = { event: 'progress', actor: trinity, process: quest, activity: dig, changes: [from(null, xp, '25')] }
const levelOf = (actor: object) => ({
  event: 'level',
  actor,
  rule: { id: 'ladder' },
  changes: [from(null, rank, 'Novice')],
})
const paid = {
  event: 'resolution',
  actor: trinity,
  process: quest,
  activity: dig,
  deferred: { actor: neo, activity: map, changes: [from(null, xp, '25')] },
}
const completed = { state: 'COMPLETED', tokens: 0 }

/** How the engine writes down that the map was read: where the tokens are then, and what waits since that entry. */
const readFirst = {
  ...read,
  engine: {
    nodes: [
      ['map', completed],
      ['way', { state: 'READY', tokens: 1 }],
    ],
    waits: [{ until: 'cave/dig', player: 'neo', since: expect.any(Number), activity: 'map', reward: 1 }],
  },
}

scenarios([
  {
    name: 'The triggers of a process are those in the lanes of the caller',
    given: begun,
    design,
    v2: {
      call: `GET ${v2('triggers')}`,
      ask: { as: 'neo' },
      body: [{ trigger: 'map:map', name: 'Read the map', actions: [shownBadge, shownPoints] }],
    },
    v1: {
      call: `GET ${v1('triggers')}`,
      ask: { as: 'neo' },
      body: [{ trigger: 'map:map', name: 'Read the map', actions: [shownBadge, shownPoints] }],
    },
    events: [],
  },
  {
    name: 'Playing a trigger answers what is offered then, locked for who only watches',
    given: begun,
    design,
    v2: {
      call: `POST ${v2('play')}`,
      ask: { as: 'neo', body: { trigger: 'map:map' } },
      body: {
        triggers: [
          { ...digging, rewards: [shownPoints] },
          { ...goingHome, rewards: [] },
        ],
        events: { local: [shown(read)], global: [] },
      },
    },
    v1: {
      call: `POST ${v1('play')}`,
      ask: { as: 'neo', body: { trigger: 'map' } },
      body: {
        triggers: [
          { ...digging, actions: [shownPoints] },
          { ...goingHome, actions: [] },
        ],
        events: { local: [shown(read)], global: [] },
      },
    },
    events: [readFirst],
  },
  {
    name: 'The last trigger completes the process, and pays who waited for it',
    given: [...begun, plays('neo', 'map')],
    design,
    v2: {
      call: `POST ${v2('play')}`,
      ask: { as: 'trinity', body: { trigger: 'cave/dig' } },
      body: {
        triggers: [],
        events: { local: [shown(dug)], global: [levelOf(trinity), paid, levelOf(neo)].map(shown) },
      },
    },
    v1: {
      call: `POST ${v1('play')}`,
      ask: { as: 'trinity', body: { trigger: 'dig' } },
      body: {
        triggers: [],
        events: { local: [shown(dug)], global: [levelOf(trinity), paid, levelOf(neo)].map(shown) },
      },
    },
    events: [
      {
        ...dug,
        engine: {
          nodes: [
            ['way', completed],
            ['cave', completed],
            ['cave/dig', completed],
          ],
          completed: true,
          granted: [0],
        },
      },
      levelOf(trinity),
      paid,
      levelOf(neo),
    ],
  },
  {
    name: 'A play without a query answers no triggers',
    given: begun,
    design,
    v2: {
      call: `POST ${v2('play')}`,
      ask: { as: 'neo', body: { trigger: 'map:map', query: false } },
      body: { triggers: [], events: { local: [shown(read)], global: [] } },
    },
    v1: {
      call: `POST ${v1('play')}`,
      ask: { as: 'neo', body: { trigger: 'map:map', query: false } },
      body: { triggers: [], events: { local: [shown(read)], global: [] } },
    },
    events: [readFirst],
  },
])
