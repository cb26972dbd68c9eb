import type { DesignSource } from '../../src/game/design/source.ts'

const DAY_MS = 86_400_000

const points = (id: string, verb: string, value: string) => ({ metric: { id, type: 'point' }, verb, value })
const rule = (...rewards: unknown[]) => ({ rewards, requires: {} })
const richerThan = (value: string) => ({
  type: 'metric',
  context: { id: 'xp', type: 'point', operator: 'ge', value },
})

/** Cannot be computed by who has no water. */
const richInWater = { type: 'var', context: { lhs: '10 / $scores.water', operator: 'gt', rhs: '0' } }

const board = (id: string, entity_type: string, scope: object, cycles: readonly string[]) => ({
  id,
  name: id,
  type: 'regular',
  entity_type,
  scope,
  metric: { id: 'xp', type: 'point' },
  cycles,
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
    // Anybody makes one of any access, as many as they like.
    {
      id: 'tour',
      name: 'Tour',
      lanes: [{ name: 'guest', default: true }, { name: 'guide' }],
      activities: [
        { id: 'study', name: 'Study', type: 'task', lane: 'guest', rewards: [points('xp', 'add', '5')] },
        { id: 'rest', name: 'Rest', type: 'task', lane: 'guest' },
        { id: 'report', name: 'Report', type: 'task', lane: 'guide' },
        // Cannot be computed for who has no water.
        { id: 'leak', name: 'Leak', type: 'task', lane: 'guest', rewards: [points('xp', 'add', '12 / $scores.water')] },
        { id: 'boast', name: 'Boast', type: 'task', lane: 'guest', requires: richerThan('1000') },
        { id: 'wave', name: 'Wave', type: 'task', lane: 'guest', loop: '1', rate: [1, DAY_MS, 'FIXED'] },
      ],
      sequence_flows: [{ src: 'study', tgt: 'rest' }],
    },
    // One a player, and not for everybody.
    {
      id: 'errand',
      name: 'Errand',
      activities: [{ id: 'run', name: 'Run', type: 'task' }],
      settings: { access: ['PROTECTED', 'PUBLIC'], max_player_instances: '1', requires: richerThan('20') },
    },
    {
      id: 'stroll',
      name: 'Stroll',
      activities: [{ id: 'walk', name: 'Walk', type: 'task' }],
      settings: { access: ['PUBLIC'] },
    },
    {
      id: 'voyage',
      name: 'Voyage',
      activities: [{ id: 'sail', name: 'Sail', type: 'task' }],
      settings: { max_global_instances: '0', requires: richInWater },
    },
    // The operator's own.
    {
      id: 'patrol',
      name: 'Patrol',
      lanes: [{ name: 'guard' }],
      activities: [{ id: 'walk', name: 'Walk', type: 'task', lane: 'guard' }],
      settings: { access: ['PRIVATE'], public: false },
    },
  ],
  teams: [
    {
      id: 'guild',
      name: 'Guild',
      permissions: [
        ['member', {}],
        ['officer', { peer: true, assign: true, leave: true }],
        ['leader', { lock: true, peer: true, assign: true, leave: true, kick: true }],
      ],
      creator_roles: ['leader'],
    },
    { id: 'fleet', name: 'Fleet', settings: { max_global_instances: '0', requires: richInWater } },
    // The operator's own.
    {
      id: 'council',
      name: 'Council',
      permissions: [
        ['elder', { leave: true }],
        ['chair', { lock: true }],
      ],
      settings: { access: ['PRIVATE', 'PROTECTED'], public: false },
    },
    // One a player, and not for everybody.
    {
      id: 'club',
      name: 'Club',
      permissions: [['friend', { peer: true, leave: true }]],
      settings: {
        access: ['PROTECTED', 'PUBLIC'],
        max_player_instances: '1',
        max_players: '2',
        requires: richerThan('20'),
      },
    },
  ],
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
    board('inside', 'players', { type: 'team_instance', id: 'guild' }, ['alltime', 'daily']),
    board('guilds', 'teams', { type: 'team_definition', id: 'guild' }, ['alltime']),
    board('best', 'players', { type: 'custom' }, ['alltime', 'daily']),
    board('squads', 'teams', { type: 'custom' }, ['alltime', 'daily']),
  ],
  bootstrap: { scores: [{ metric: { id: 'coins', type: 'point' }, value: '3' }] },
}

/** The same design, but nobody can be born into it: what each newcomer gets makes a compound divide by zero. */
export const flawedDesign: DesignSource = {
  ...contractDesign,
  bootstrap: { scores: [{ metric: { id: 'water', type: 'point' }, value: '0' }] },
}
