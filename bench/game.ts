import { compileDesign, type Design } from '../src/game/design/design.ts'
import { emptyDesign } from '../src/game/design/source.ts'

const level = (id: string, base: string, metric: string) => ({
  id,
  name: id,
  type: 'level',
  base_metric: base,
  level_metric: metric,
  levels: [
    { rank: 'One', threshold: '100' },
    { rank: 'Two', threshold: '10000' },
    { rank: 'Three', threshold: '1000000' },
    { rank: 'Four' },
  ],
})

const achievement = (item: string, requires: unknown) => ({
  id: item.toLowerCase(),
  name: item,
  type: 'achievement',
  metric: 'badges',
  items: [{ key: item, value: '1' }],
  requires,
})

const likes = (value: string) => ({ type: 'action', context: { id: 'like', operator: 'ge', value } })

const add = (id: string, value: string) => ({ metric: { id, type: 'point' }, verb: 'add', value })

const board = (id: string, metric: string, cycles: readonly string[]) => ({
  id,
  name: id,
  type: 'regular',
  entity_type: 'players',
  scope: { type: 'game' },
  metric: { id: metric, type: 'point' },
  cycles,
})

const states = { states: ['One', 'Two', 'Three', 'Four'].map((name) => ({ name })) }

/** The measured game as its author writes it. */
export const benchSource = {
  ...emptyDesign,
  metrics: [
    { id: 'xp', name: 'XP', type: 'point' },
    { id: 'coins', name: 'Coins', type: 'point' },
    { id: 'karma', name: 'Karma', type: 'point' },
    { id: 'rank', name: 'Rank', type: 'state', constraints: states },
    { id: 'tier', name: 'Tier', type: 'state', constraints: states },
    {
      id: 'badges',
      name: 'Badges',
      type: 'set',
      constraints: { items: ['First', 'Faithful', 'Rich'].map((name) => ({ name, max: '1' })) },
    },
  ],
  actions: [
    { id: 'like', name: 'Like', rules: [{ rewards: [add('xp', '10'), add('coins', '1')] }] },
    { id: 'answer', name: 'Answer', rules: [{ rewards: [add('karma', '5')] }] },
    {
      id: 'earn',
      name: 'Earn',
      variables: [{ name: 'points', type: 'int', required: true }],
      rules: [{ rewards: [add('xp', '$vars.points'), add('coins', '1')] }],
    },
  ],
  rules: [
    level('ladder', 'xp', 'rank'),
    level('wealth', 'coins', 'tier'),
    achievement('First', likes('1')),
    achievement('Faithful', likes('1000000000')),
    achievement('Rich', { type: 'metric', context: { id: 'coins', operator: 'ge', value: '1000000000' } }),
  ],
  processes: [
    {
      id: 'tour',
      name: 'Tour',
      activities: [
        {
          id: 'like',
          name: 'Like',
          type: 'task',
          loop: 'Infinity',
          rewards: [add('xp', '10'), add('coins', '1')].map((reward) => ({ ...reward, recurring: true })),
        },
      ],
    },
  ],
  teams: [
    {
      id: 'crew',
      name: 'Crew',
      permissions: [
        ['member', { leave: true }],
        ['captain', { lock: true }],
      ],
    },
  ],
  leaderboards: [
    board('points', 'xp', ['alltime']),
    board('lately', 'xp', ['daily', 'weekly']),
    board('wealth', 'coins', ['alltime']),
  ],
  bootstrap: { scores: ['xp', 'coins', 'karma'].map((id) => ({ metric: { id, type: 'point' }, value: '0' })) },
}

/**
 * The game that is measured: an action with two rewards, five rules that each play looks at (two ladders, an
 * achievement that is held, two that are far), three boards that each play counts on (one for two cycles), three scores
 * for a new player.
 */
export function benchDesign(source: typeof benchSource = benchSource): Design {
  const design = compileDesign(source)
  if ('source' in design) return design
  throw new Error(`the design of the bench is wrong: ${JSON.stringify(design)}`)
}

/** The same game without boards. */
export function boardlessDesign(): Design {
  return benchDesign({ ...benchSource, leaderboards: [] })
}

/** The id of a player by number. */
export function playerId(index: number): string {
  return `player_${index}`
}
