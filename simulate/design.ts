import type { DesignSource } from '../src/game/design/source.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const points = (id: string, verb: string, value: string) => ({ metric: { id, type: 'point' }, verb, value })
const items = (id: string, verb: string, value: Readonly<Record<string, string>>) => ({
  metric: { id, type: 'set' },
  verb,
  value,
})
const rule = (...rewards: readonly object[]) => ({ rewards, requires: {} })
const has = (id: string, operator: string, value: string) => ({
  type: 'metric',
  context: { id, type: 'point', operator, value },
})
const task = (id: string, lane: string, ...rewards: readonly object[]) => ({
  id,
  name: id,
  type: 'task',
  lane,
  rewards,
})
const board = (id: string, entities: string, scope: object, metric: object, ...cycles: readonly string[]) => ({
  id,
  name: id,
  type: 'regular',
  entity_type: entities,
  scope,
  metric,
  cycles,
})

const xp = { id: 'xp', type: 'point' }

const moodOf = (value: string) => ({ metric: { id: 'mood', type: 'state' }, verb: 'set', value })

/** All ways of a flow but chance: what luck decides about a token is not told by an event. */
const tour = {
  id: 'tour',
  name: 'Tour',
  lanes: [
    { name: 'guest', default: true },
    { name: 'guide', default: true },
  ],
  activities: [
    task('book', 'guest', points('xp', 'add', '5'), { ...points('coins', 'add', '7'), resolution: 'report' }),
    { ...task('pack', 'guest', { ...points('xp', 'add', '1'), recurring: true }), loop: '2' },
    task('plan', 'guide', points('karma', 'add', '0.5')),
    task('river', 'guest', items('gems', 'add', { jade: '1' })),
    {
      id: 'cave',
      name: 'cave',
      type: 'sub_process',
      lane: 'guide',
      rewards: [points('xp', 'add', '3')],
      activities: [
        task('torch', 'guide'),
        { ...task('dig', 'guest', points('xp', 'add', '2')), rate: [20, DAY_MS, 'FIXED'] },
      ],
      sequence_flows: [{ src: 'torch', tgt: 'dig' }],
    },
    task('report', 'guide', points('coins', 'add', '5')),
    { ...task('wave', 'guest'), requires: has('xp', 'ge', '10') },
  ],
  gateways: [
    { id: 'split', name: 'split', type: 'parallel', lane: 'guest' },
    { id: 'join', name: 'join', type: 'parallel', lane: 'guest' },
    { id: 'way', name: 'way', type: 'exclusive', lane: 'guest' },
    { id: 'home', name: 'home', type: 'exclusive', lane: 'guest' },
  ],
  sequence_flows: [
    { src: 'book', tgt: 'split' },
    { src: 'split', tgt: 'pack' },
    { src: 'split', tgt: 'plan' },
    { src: 'pack', tgt: 'join' },
    { src: 'plan', tgt: 'join' },
    { src: 'join', tgt: 'way' },
    { src: 'way', tgt: 'river' },
    { src: 'way', tgt: 'cave' },
    { src: 'river', tgt: 'home' },
    { src: 'cave', tgt: 'home' },
    { src: 'home', tgt: 'report' },
  ],
}

const errand = (id: string, access: string, isPublic = true) => ({
  id,
  name: id,
  activities: [{ id: 'run', name: 'run', type: 'task', rewards: [points('xp', 'add', '4')] }],
  settings: { access: [access, 'PUBLIC'], max_active_player_instances: '3', public: isPublic },
})

/** The team that everybody is in from the beginning. */
const EVERYBODY = 'everybody'

/** The board of players whose score of all time is their `xp`; it has a cycle of every length. */
export const XP_BOARD = 'top'

/** A design with every kind of component, and every kind of each. Amounts stay within three decimals. */
export const simulatedDesign: DesignSource = {
  metrics: [
    { id: 'xp', name: 'XP', type: 'point' },
    { id: 'coins', name: 'Coins', type: 'point', constraints: { default: '0', min: '0', max: '500' } },
    { id: 'karma', name: 'Karma', type: 'point', constraints: { default: '0', min: '-Infinity', max: 'Infinity' } },
    { id: 'worth', name: 'Worth', type: 'compound', constraints: { formula: '$scores.xp * 2 + $scores.coins' } },
    { id: 'fame', name: 'Fame', type: 'compound', constraints: { formula: '$scores.worth - $scores.karma' } },
    {
      id: 'rank',
      name: 'Rank',
      type: 'state',
      constraints: { states: [{ name: 'Novice' }, { name: 'Bronze' }, { name: 'Silver' }, { name: 'Gold' }] },
    },
    { id: 'mood', name: 'Mood', type: 'state', constraints: { states: [{ name: 'calm' }, { name: '__proto__' }] } },
    {
      id: 'badges',
      name: 'Badges',
      type: 'set',
      constraints: {
        items: [
          { name: 'Rookie', max: '1' },
          { name: 'Rich' },
          { name: 'constructor' },
          { name: 'Secret', hidden: true },
        ],
      },
    },
    {
      id: 'gems',
      name: 'Gems',
      type: 'set',
      constraints: { items: [{ name: 'ruby' }, { name: 'opal', max: '9' }, { name: 'jade' }], max_items: '2' },
    },
  ],
  actions: [
    { id: 'like', name: 'Like', rules: [rule(points('xp', 'add', '10'))] },
    { id: 'visit', name: 'Visit', rate: [3, DAY_MS, 'FIXED'], rules: [rule(points('coins', 'add', '3'))] },
    { id: 'burst', name: 'Burst', rate: [5, 90 * MINUTE_MS, 'ROLLING'], rules: [rule(points('karma', 'add', '0.1'))] },
    {
      id: 'answer',
      name: 'Answer',
      rate: [10, 60 * MINUTE_MS, 'LEAKY'],
      variables: [
        { name: 'votes', type: 'int', required: true },
        { name: 'note', type: 'string', required: false, default: 'none' },
      ],
      rules: [rule(points('xp', 'add', '15 + $vars.votes * 5'))],
    },
    {
      id: 'wheel',
      name: 'Wheel',
      probability: 0.8,
      rules: [rule(items('gems', 'add', { ruby: '1' }), { ...points('coins', 'add', '25'), probability: 0.2 })],
    },
    {
      id: 'pay',
      name: 'Pay',
      rules: [{ rewards: [points('coins', 'remove', '10')], requires: has('coins', 'ge', '10') }],
    },
    {
      id: 'trade',
      name: 'Trade',
      rules: [rule(items('gems', 'remove', { ruby: '1' }), items('gems', 'add', { opal: '1' }))],
    },
    { id: 'frown', name: 'Frown', rules: [rule(points('karma', 'remove', '0.25'), moodOf('__proto__'))] },
    { id: 'smile', name: 'Smile', rules: [rule(moodOf('calm'))] },
    {
      id: 'brag',
      name: 'Brag',
      requires: has('xp', 'ge', '1000'),
      variables: [{ name: 'about', type: 'string', required: true }],
      rules: [rule(items('badges', 'set', { constructor: '2' }), points('xp', 'remove', '400'))],
    },
  ],
  rules: [
    {
      id: 'ladder',
      name: 'Ladder',
      type: 'level',
      base_metric: 'xp',
      level_metric: 'rank',
      levels: [
        { rank: 'Novice', threshold: '50' },
        { rank: 'Bronze', threshold: '300' },
        { rank: 'Silver', threshold: '1500' },
        { rank: 'Gold' },
      ],
    },
    {
      id: 'rookie',
      name: 'Rookie',
      type: 'achievement',
      metric: { id: 'badges' },
      items: [{ key: 'Rookie', value: '1' }],
      requires: { type: 'action', context: { id: 'like', operator: 'ge', value: '3' } },
    },
    {
      id: 'rich',
      name: 'Rich',
      type: 'achievement',
      metric: { id: 'badges' },
      items: [
        { key: 'Rich', value: '1' },
        { key: 'Secret', value: '1' },
      ],
      requires: { type: 'and', expression: [has('coins', 'ge', '100'), { not: true, ...has('karma', 'lt', '0') }] },
    },
    {
      id: 'welcome',
      name: 'Welcome',
      type: 'custom',
      variables: [
        { name: 'gift', type: 'int', required: true },
        { name: 'note', type: 'string', required: false, default: 'hello' },
      ],
      rules: [rule(points('coins', 'add', '$vars.gift'), points('xp', 'add', '1'))],
    },
    {
      id: 'ratio',
      name: 'Ratio',
      type: 'custom',
      variables: [{ name: 'by', type: 'int', required: true }],
      rules: [rule(points('xp', 'add', '60 / $vars.by'))],
    },
  ],
  processes: [tour, errand('errand', 'PROTECTED'), errand('watch', 'PRIVATE', false)],
  teams: [
    {
      id: 'guild',
      name: 'Guild',
      permissions: [
        ['member', { leave: true }],
        ['officer', { peer: true, assign: true, leave: true }],
        ['leader', { lock: true, peer: true, assign: true, leave: true, kick: true }],
      ],
      creator_roles: ['leader'],
    },
    {
      id: 'club',
      name: 'Club',
      permissions: [['friend', { peer: true, leave: true }]],
      settings: {
        access: ['PROTECTED', 'PUBLIC'],
        max_player_instances: '2',
        max_players: '6',
        requires: has('xp', 'ge', '20'),
      },
    },
    {
      id: 'council',
      name: 'Council',
      permissions: [
        ['elder', { leave: true }],
        ['chair', { lock: true }],
      ],
      settings: { access: ['PRIVATE', 'PROTECTED'], public: false },
    },
    {
      id: 'nation',
      name: 'Nation',
      permissions: [['citizen', { leave: true }]],
      settings: { access: ['PUBLIC'], public: false },
    },
  ],
  leaderboards: [
    board(XP_BOARD, 'players', { type: 'game' }, xp, 'alltime', 'daily', 'weekly', 'monthly', 'yearly'),
    board('rich', 'players', { type: 'game' }, { id: 'coins', type: 'point' }, 'alltime', 'daily'),
    board('famous', 'players', { type: 'game' }, { id: 'fame', type: 'compound' }, 'alltime'),
    board('rubies', 'players', { type: 'game' }, { id: 'gems', type: 'set', item: 'ruby' }, 'alltime', 'weekly'),
    { ...board('veterans', 'players', { type: 'game' }, xp, 'weekly'), requires: has('xp', 'ge', '300') },
    board('inside', 'players', { type: 'team_instance', id: 'guild' }, xp, 'alltime', 'daily'),
    board('guilds', 'teams', { type: 'team_definition', id: 'guild' }, xp, 'alltime', 'weekly'),
    board('all-teams', 'teams', { type: 'game' }, xp, 'monthly'),
    board('best', 'players', { type: 'custom' }, xp, 'alltime', 'daily'),
    board('squads', 'teams', { type: 'custom' }, xp, 'alltime'),
  ],
  bootstrap: {
    scores: [{ metric: { id: 'coins', type: 'point' }, value: '3' }],
    processes: [{ definition: 'errand', id: 'first' }],
    teams: [{ definition: 'nation', id: EVERYBODY, roles: ['citizen'] }],
  },
}
