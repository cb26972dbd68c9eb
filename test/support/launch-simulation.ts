import { compound, designOf, point, set, state } from './design-parts.ts'

/** The example of the documents. */
export const launch = {
  id: 'launch',
  name: 'The first month',
  days: 30,
  from: '2030-01-07',
  groups: [
    { persona: 'casual', players: 900, joins: { over_days: 10 } },
    { persona: 'grinder', players: 100 },
  ],
  personas: {
    casual: {
      sessions: 0.8,
      hours: [17, 23],
      plays: { between: [2, 9] },
      pause: 20,
      choices: [
        { action: 'like', weight: 6 },
        { action: 'answer', weight: 2, variables: { votes: { between: [0, 9] } } },
        { process: 'tour', weight: 1 },
        { team: 'guild', weight: 0.2 },
      ],
      leaves: { per_day: 0.02, without_progress: 7 },
    },
    grinder: {
      sessions: { exactly: 3 },
      plays: { exactly: 20 },
      strategy: { greedy: 'xp' },
      choices: [{ action: 'like' }, { action: 'answer', variables: { votes: 9 } }],
    },
  },
  expect: [
    { reach: 'rank:Gold', persona: 'grinder', median_days: { min: 3, max: 7 } },
    { reach: 'badges:Rookie', share: { min: 0.9 } },
    { metric: 'coins', day: 30, of: 'gini', max: 0.6 },
    { flow: 'coins', of: 'taken_per_given', min: 0.5, max: 1.1 },
    { refused: 'rate_limit_exceeded', share: { max: 0.05 } },
  ],
}

const board = (id: string, entity_type: 'players' | 'teams', type: 'game' | 'custom') => ({
  id,
  name: id,
  type: 'regular',
  entity_type,
  scope: { type },
  metric: { id: 'xp', type: 'point' },
})

/** A design with all names of the example, and some more. */
export const launchDesign = designOf({
  metrics: [
    point('xp'),
    point('coins'),
    state('rank', 'Bronze', 'Gold'),
    set('badges', ['Rookie', 'Fan: a true one']),
    compound('worth', '$scores.xp + $scores.coins'),
  ],
  actions: [
    { id: 'like', name: 'Like' },
    { id: 'answer', name: 'Answer', variables: [{ name: 'votes', type: 'int', required: true }] },
    {
      id: 'ask',
      name: 'Ask',
      variables: [
        { name: 'text', type: 'string', required: true },
        { name: 'topic', type: 'string', default: 'all' },
      ],
    },
  ],
  processes: [{ id: 'tour', name: 'Tour', activities: [{ id: 'look', name: 'Look', type: 'task' }] }],
  teams: [{ id: 'guild', name: 'Guild', permissions: [['member', {}]] }],
  leaderboards: [
    board('best', 'players', 'custom'),
    board('match', 'teams', 'custom'),
    board('top', 'players', 'game'),
  ],
})
