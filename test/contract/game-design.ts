import type { DesignSource } from '../../src/game/design/source.ts'

const DAY_MS = 86_400_000

const points = (id: string, verb: string, value: string) => ({ metric: { id, type: 'point' }, verb, value })
const rule = (...rewards: unknown[]) => ({ rewards, requires: {} })
const richerThan = (value: string) => ({
  type: 'metric',
  context: { id: 'xp', type: 'point', operator: 'ge', value },
})

/** A design with something in it for every error of a play, a score update, a rule and a revert. */
export const contractDesign: DesignSource = {
  metrics: [
    { id: 'xp', name: 'XP', type: 'point' },
    { id: 'coins', name: 'Coins', type: 'point', constraints: { default: '0', min: '0', max: '100' } },
    { id: 'worth', name: 'Worth', type: 'compound', constraints: { formula: '$scores.xp * 2 + $scores.coins' } },
    {
      id: 'rank',
      name: 'Rank',
      type: 'state',
      constraints: { states: [{ name: 'Novice', description: 'New here' }, { name: 'Bronze' }, { name: 'Silver' }] },
    },
    {
      id: 'badges',
      name: 'Badges',
      type: 'set',
      constraints: {
        items: [
          { name: 'Rookie', description: 'Liked something', max: '1' },
          { name: 'constructor' },
          { name: '__proto__' },
          { name: 'Secret', hidden: true },
        ],
      },
    },
    { id: 'water', name: 'Water', type: 'point' },
    // Cannot be computed while there is no water.
    { id: 'flow', name: 'Flow', type: 'compound', constraints: { formula: '100 / $scores.water' } },
  ],
  actions: [
    { id: 'like', name: 'Like', description: 'Like a post', rules: [rule(points('xp', 'add', '10'))] },
    { id: 'visit', name: 'Visit', rate: [1, DAY_MS, 'FIXED'], rules: [rule(points('coins', 'add', '3'))] },
    { id: 'burst', name: 'Burst', rate: [2, 90_000, 'ROLLING'], rules: [] },
    {
      id: 'secret',
      name: 'Secret',
      requires: richerThan('1000'),
      variables: [{ name: 'key', type: 'string', required: true }],
    },
    {
      id: 'answer',
      name: 'Answer',
      rate: [2, 3_600_000, 'LEAKY'],
      variables: [
        { name: 'votes', type: 'int', required: true },
        { name: 'note', type: 'string', required: false, default: 'none' },
      ],
      rules: [rule(points('xp', 'add', '15 + $vars.votes * 5'))],
    },
    {
      id: 'share',
      name: 'Share',
      variables: [{ name: 'among', type: 'int', required: true }],
      rules: [rule(points('xp', 'add', '12 / $vars.among'))],
    },
    { id: 'pour', name: 'Pour', rules: [rule(points('water', 'add', '5'))] },
  ],
  rules: [
    {
      id: 'ladder',
      name: 'Ladder',
      type: 'level',
      base_metric: 'xp',
      level_metric: 'rank',
      levels: [{ rank: 'Novice', threshold: '25' }, { rank: 'Bronze', threshold: '100' }, { rank: 'Silver' }],
    },
    {
      id: 'rookie',
      name: 'Rookie',
      type: 'achievement',
      metric: { id: 'badges' },
      items: [{ key: 'Rookie', value: '1' }],
      requires: { type: 'action', context: { id: 'like', operator: 'ge', value: '1' } },
    },
    {
      id: 'welcome',
      name: 'Welcome',
      type: 'custom',
      variables: [
        { name: 'gift', type: 'int', required: true },
        { name: 'note', type: 'string', required: false, default: 'hello' },
      ],
      rules: [rule(points('coins', 'add', '$vars.gift'))],
    },
    {
      id: 'ratio',
      name: 'Ratio',
      type: 'custom',
      variables: [{ name: 'by', type: 'int', required: true }],
      rules: [rule(points('xp', 'add', '10 / $vars.by'))],
    },
  ],
  processes: [
    {
      id: 'tour',
      name: 'Tour',
      activities: [
        { id: 'study', name: 'Study', type: 'task', rewards: [points('xp', 'add', '5')] },
        { id: 'rest', name: 'Rest', type: 'task' },
      ],
      sequence_flows: [{ src: 'study', tgt: 'rest' }],
    },
  ],
  teams: [{ id: 'guild', name: 'Guild', permissions: [['member', { leave: true }]], creator_roles: ['member'] }],
  leaderboards: [
    {
      id: 'top',
      name: 'Top',
      type: 'regular',
      entity_type: 'players',
      scope: { type: 'game' },
      metric: { id: 'xp', type: 'point' },
      cycles: ['alltime', 'daily'],
    },
  ],
  bootstrap: { scores: [{ metric: { id: 'coins', type: 'point' }, value: '3' }] },
}

/** The same design, but nobody can be born into it: what each newcomer gets makes a compound divide by zero. */
export const flawedDesign: DesignSource = {
  ...contractDesign,
  bootstrap: { scores: [{ metric: { id: 'water', type: 'point' }, value: '0' }] },
}
