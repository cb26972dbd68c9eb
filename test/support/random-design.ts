import fc from 'fast-check'
import { compileDesign } from '../../src/game/design/design.ts'
import type { DesignSource } from '../../src/game/design/source.ts'
import type { ActivityDesign, ContainerDesign } from '../../src/game/processes/container.ts'
import type { RewardDesign } from '../../src/game/rules/reward.ts'
import { compound, point, set, state } from './design-parts.ts'
import { randomProcess } from './random-process.ts'

/** The names that random designs choose among: few, so that two designs and many commands have much to do with each other. */
export const actionIds = ['like', 'spin', 'wave']
export const customIds = ['gift', 'fine']
export const itemNames = ['Fan', 'pro fan', '__proto__', '7']
export const stateNames = ['Low', 'High', '1']

interface Metric {
  readonly id: string
  readonly type: string
}

const limits = fc.constantFrom<{ min?: string; max?: string; default?: string }>(
  {},
  { min: '-Infinity' },
  { max: '10' },
  { min: '-3.5', max: '7.25' },
  { min: '1', default: '2.5', max: '1000' },
  { max: '9007199254740993' },
)

const pointMetric = (id: string) => limits.map((constraints) => point(id, constraints))

const setMetric = fc
  .record({
    items: fc.subarray(itemNames, { minLength: 1 }),
    max: fc.constantFrom('1', '2.5', 'Infinity'),
    hidden: fc.boolean(),
    max_items: fc.constantFrom('1', '2', 'Infinity'),
  })
  .map(({ items, max, hidden, max_items }) =>
    set(
      'badges',
      items.map((name, i) => (i === 0 ? { name, max, hidden } : name)),
      { max_items },
    ),
  )

const stateMetric = fc.subarray(stateNames, { minLength: 1 }).map((names) => state('rank', ...names))

/** Metrics that depend on nothing; in another design one may be missing, or be of another type. */
const plainMetrics = fc
  .tuple(
    fc.oneof(
      pointMetric('xp'),
      pointMetric('xp'),
      pointMetric('xp'),
      stateMetric.map((each) => ({ ...each, id: 'xp' })),
    ),
    pointMetric('gold'),
    setMetric,
    stateMetric,
  )
  .chain((metrics) => fc.subarray<(typeof metrics)[number]>(metrics, { minLength: 2 }))

const literal = fc.constantFrom('1', '0', '2', '10', '-3', '0.1', '2.5', '9007199254740993')

/** A formula over these metrics and variables; one in some divides, and may fail. */
function formula(metrics: readonly Metric[], variables: readonly string[]): fc.Arbitrary<string> {
  const scores = metrics.flatMap(({ id, type }) => (type === 'state' ? [] : [`$scores.${id}`]))
  const names = [...scores, ...variables.map((name) => `$vars['${name}']`)]
  const leaf = names.length === 0 ? literal : fc.oneof(literal, fc.constantFrom(...names))
  const operator = fc.oneof({ weight: 9, arbitrary: fc.constantFrom('+', '-', '*') }, fc.constantFrom('/', '%'))
  const sum = fc.tuple(leaf, operator, leaf).map((parts) => parts.join(' '))
  return fc.oneof(
    leaf,
    leaf,
    sum,
    fc.tuple(sum, fc.constantFrom('+', '*'), leaf).map(([a, by, b]) => `(${a}) ${by} ${b}`),
  )
}

const compoundMetrics = (metrics: readonly Metric[]) => {
  const total = formula(metrics, []).map((text) => compound('total', text))
  return total.chain((first) =>
    fc
      .subarray([first, compound('twice', '$scores.total * 2 - 1')], { minLength: 0 })
      .map((chosen) => (chosen.some(({ id }) => id === 'twice') ? [first, ...chosen.slice(-1)] : chosen)),
  )
}

interface Named {
  readonly name: string
}
const itemsOf = (metric: Metric) => (metric as ReturnType<typeof set>).constraints.items.map(({ name }: Named) => name)
const statesOf = (metric: Metric) =>
  (metric as ReturnType<typeof state>).constraints.states.map(({ name }: Named) => name)

const probability = fc.constantFrom(1, 1, 1, 0.5, 0.1)

/** A reward of one of these metrics. */
function reward(metrics: readonly Metric[], variables: readonly string[], withLuck: boolean): fc.Arbitrary<object> {
  const amount = fc.oneof(literal, literal, formula(metrics, variables))
  const givable = metrics.filter(({ type }) => type !== 'compound')
  return fc.constantFrom(...givable).chain((metric): fc.Arbitrary<object> => {
    const { id, type } = metric
    const common = { metric: fc.constant({ id, type }), ...(withLuck ? { probability } : {}) }
    const verb = fc.constantFrom('add', 'add', 'remove', 'set')
    if (type === 'state')
      return fc.record({ ...common, verb: fc.constant('set'), value: fc.constantFrom(...statesOf(metric)) })
    if (type === 'point') return fc.record({ ...common, verb, value: amount })
    const items = fc
      .subarray(itemsOf(metric))
      .chain((names) => fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), amount))))
    return fc.record({ ...common, verb, value: items.map((pairs): object => Object.fromEntries(pairs)) })
  })
}

const operator = fc.constantFrom('eq', 'ne', 'neq', 'gt', 'ge', 'lt', 'le')
const negated = (leaf: fc.Arbitrary<object>) =>
  fc.tuple(leaf, fc.boolean()).map(([each, not]) => (not ? { ...each, not } : each))

/** A requirement on these metrics, on actions, clocks and formulas, some levels deep. */
function requirement(
  metrics: readonly Metric[],
  actions: readonly string[],
  variables: readonly string[],
  depth = 2,
): fc.Arbitrary<object> {
  const onMetric = fc.constantFrom(...metrics).chain((metric): fc.Arbitrary<object> => {
    const { id, type } = metric
    if (type === 'state')
      return fc.record({
        id: fc.constant(id),
        operator: fc.constantFrom('eq', 'ne'),
        value: fc.constantFrom(...statesOf(metric)),
      })
    const item = type === 'set' ? { item: fc.constantFrom(...itemsOf(metric)) } : {}
    return fc.record({ id: fc.constant(id), operator, value: fc.oneof(literal, fc.nat(9)), ...item })
  })
  const onAction = fc.record({ id: fc.constantFrom(...actions), operator, value: fc.nat(4) })
  const onClock = fc.record({
    func: fc.constantFrom('hour_of_day', 'day_of_week', 'week_of_year'),
    operator,
    value: fc.nat(24),
  })
  const onFormulas = fc.record({ lhs: formula(metrics, variables), operator, rhs: formula(metrics, variables) })
  const leaf = fc.oneof(
    onMetric.map((context) => ({ type: 'metric', context })),
    onAction.map((context) => ({ type: 'action', context })),
    onClock.map((context) => ({ type: 'time', context })),
    onFormulas.map((context) => ({ type: 'var', context })),
  )
  if (depth === 0) return negated(leaf)
  const parts = fc.array(requirement(metrics, actions, variables, depth - 1), { maxLength: 3 })
  return fc.oneof(
    { weight: 3, arbitrary: negated(leaf) },
    negated(fc.record({ type: fc.constantFrom('and', 'or'), expression: parts })),
  )
}

const mostlyNone = (of: fc.Arbitrary<object>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 2, arbitrary: of })

const declared = fc.constantFrom<
  { name: string; type: 'int' | 'string'; required?: boolean; default?: string | number }[]
>(
  [],
  [],
  [{ name: 'n', type: 'int', default: 3 }],
  [
    { name: 'n', type: 'int', required: true },
    { name: '__proto__', type: 'string', default: '1.5' },
  ],
)

const rate = fc.constantFrom(
  undefined,
  undefined,
  [2, 3_600_000, 'ROLLING'],
  [2, 86_400_000, 'FIXED'],
  [3, 3_600_000, 'LEAKY'],
  [5, 3_600_000, 'FIXED'],
)

/** What actions and custom rules have in common. */
const giver = (metrics: readonly Metric[], actions: readonly string[], withLuck: boolean) =>
  declared.chain((variables) => {
    const names = variables.map(({ name }) => name)
    const rule = fc.record({
      rewards: fc.array(reward(metrics, names, withLuck), { maxLength: 3 }),
      requires: mostlyNone(requirement(metrics, actions, names)),
    })
    return fc.record({ variables: fc.constant(variables), rules: fc.array(rule, { maxLength: 2 }) })
  })

function action(id: string, metrics: readonly Metric[], actions: readonly string[]) {
  const visibility = fc.oneof({ weight: 5, arbitrary: fc.constant({}) }, requirement(metrics, actions, []))
  const own = fc.record({ probability, rate, requires: visibility })
  return fc.tuple(own, giver(metrics, actions, true)).map(([{ rate: limit, ...more }, given]) => ({
    id,
    name: id,
    ...more,
    ...given,
    ...(limit ? { rate: limit } : {}),
  }))
}

function rules(metrics: readonly Metric[], actions: readonly string[]): fc.Arbitrary<object[]> {
  const bases = metrics.filter(({ type }) => type === 'point' || type === 'compound').map(({ id }) => id)
  const badges = metrics.find(({ id }) => id === 'badges')
  const rank = metrics.find(({ id }) => id === 'rank')
  const all: fc.Arbitrary<object>[] = customIds.map((id) =>
    giver(metrics, actions, false).map((given) => ({ id, name: id, type: 'custom', ...given })),
  )
  if (rank && bases.length > 0) all.push(ladder(statesOf(rank), bases))
  if (badges) for (const item of itemsOf(badges)) all.push(achievement(item, requirement(metrics, actions, [])))
  return fc.tuple(...all).chain((each) => fc.subarray(each))
}

function ladder(ranks: readonly string[], bases: readonly string[]) {
  return fc.constantFrom(...bases).map((base_metric) => ({
    id: 'ladder',
    name: 'ladder',
    type: 'level',
    base_metric,
    level_metric: 'rank',
    levels: ranks.map((rank, i) => (i === ranks.length - 1 ? { rank } : { rank, threshold: String(i * 5 + 1) })),
  }))
}

function achievement(item: string, requires: fc.Arbitrary<object>) {
  const id = `achievement-${itemNames.indexOf(item)}`
  const items = fc.constantFrom('1', '2').map((value) => [{ key: item, value }])
  return fc.record({
    id: fc.constant(id),
    name: fc.constant(id),
    type: fc.constant('achievement'),
    metric: fc.constant('badges'),
    items,
    requires,
  })
}

function bootstrap(metrics: readonly Metric[]) {
  const score = reward(metrics, [], false).map((given) => {
    const { metric, value } = given as { metric: object; value: unknown }
    return { metric, value }
  })
  return fc.record({ scores: fc.array(score, { maxLength: 3 }) })
}

/** Scores that no new player can be given are refused, and whether they can be is for the engine to say: without them then. */
function startable(source: DesignSource): DesignSource {
  return 'source' in compileDesign(source) ? source : { ...source, bootstrap: {} }
}

/** A design that is right by its making. */
export const randomDesign: fc.Arbitrary<DesignSource> = fc.noBias(
  plainMetrics
    .chain((plain) => compoundMetrics(plain).map((compounds) => [...plain, ...compounds] as Metric[]))
    .chain((metrics) =>
      fc.constantFrom(actionIds, actionIds, actionIds.slice(1)).chain((ids) =>
        fc.record({
          metrics: fc.constant(metrics),
          actions: fc.tuple(...ids.map((id) => action(id, metrics, ids))),
          rules: rules(metrics, ids),
          bootstrap: bootstrap(metrics),
          processes: fc.constant([]),
          teams: fc.constant([]),
          leaderboards: fc.constant([]),
        }),
      ),
    )
    .map(startable),
)

interface NamedMetric {
  readonly id: string
  readonly type: string
}

/** A board for each metric that has amounts, by the day and for all time; now and then one that asks for something. */
const boardsOn = (metrics: readonly NamedMetric[], variant: number): object[] =>
  metrics
    .filter(({ type }) => type === 'point' || type === 'set')
    .flatMap(({ id, type }, i) => {
      const board = {
        name: id,
        type: 'regular',
        entity_type: 'players',
        metric: { id, type },
        cycles: ['daily', 'alltime'],
      }
      const asks = { id, type, operator: 'ge', value: '2' }
      return [
        { ...board, id: `all-${id}`, scope: { type: 'game' } },
        { ...board, id: `own-${id}`, scope: { type: 'custom' } },
        ...(type === 'point' && (i + variant) % 2 === 0
          ? [{ ...board, id: `asks-${id}`, scope: { type: 'game' }, requires: { type: 'metric', context: asks } }]
          : []),
      ]
    })

/** A design with boards on its metrics, of which there are two kinds. */
export const withBoards = (source: DesignSource, variant: number): DesignSource => ({
  ...source,
  leaderboards: boardsOn(source.metrics as readonly NamedMetric[], variant),
})

/** What an activity gives and asks for. `waits` chooses the activity that its rewards wait for, if they wait. */
const activityParts = (metrics: readonly Metric[]) =>
  fc.record({
    rewards: fc.array(reward(metrics, [], true), { maxLength: 2 }),
    requires: mostlyNone(requirement(metrics, actionIds.slice(1), [])),
    rate: fc.option(rate, { nil: undefined, freq: 2 }),
    probability: fc.constantFrom(1, 1, 0.5),
    recurring: fc.boolean(),
    waits: fc.option(fc.nat(9), { nil: undefined, freq: 2 }),
  })
type ActivityParts = ReturnType<typeof activityParts> extends fc.Arbitrary<infer P> ? P : never

/** Returns a process whose activities have these parts, in turn. */
function withParts(container: ContainerDesign, parts: readonly ActivityParts[], from = 0): ContainerDesign {
  const { activities = [] } = container
  return {
    ...container,
    activities: activities.map((activity, i): ActivityDesign => {
      const {
        rewards,
        requires,
        rate: limit,
        probability: chance,
        recurring,
        waits,
      } = parts[(from + i) % parts.length] as ActivityParts
      const resolution = waits === undefined ? {} : { resolution: activities[waits % activities.length]?.id }
      return {
        ...activity,
        ...(activity.type === 'sub_process' && withParts(activity, parts, from + i + 1)),
        probability: chance,
        requires,
        rewards: rewards.map((each) => ({ ...(each as RewardDesign), recurring, ...resolution })),
        ...(limit && { rate: limit }),
      } as ActivityDesign
    }),
  }
}

/** A design with boards and a process `p`, whose activities give, ask for and are limited like actions. */
export const randomDesignWithProcess: fc.Arbitrary<DesignSource> = fc.noBias(
  fc.tuple(randomDesign, randomProcess, fc.nat(1)).chain(([source, process, variant]) =>
    fc.array(activityParts(source.metrics as readonly Metric[]), { minLength: 1, maxLength: 6 }).map((parts) => ({
      ...withBoards(source, variant),
      processes: [{ id: 'p', name: 'P', settings: { access: ['PUBLIC'] }, ...withParts(process, parts) }],
    })),
  ),
)
