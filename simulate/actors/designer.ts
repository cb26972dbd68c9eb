import { greyPicture } from '../picture.ts'
import { page, type Asking, type Choice, type Habits } from './choice.ts'

const kinds = ['metrics', 'actions', 'processes', 'teams', 'rules', 'leaderboards'] as const
type Kind = (typeof kinds)[number]

/** What designers make besides, and take away again: nothing else of the design goes. */
const EXTRAS = 3

const extra = ({ random }: Asking): string => `extra${random.below(EXTRAS)}`

const xp = (value: string) => ({ metric: { id: 'xp', type: 'point' }, verb: 'add', value })

/** A component that may be made anew. */
function component(kind: Kind, asking: Asking): object {
  const { random } = asking
  const id = extra(asking)
  const name = `Extra ${random.below(9)}`
  switch (kind) {
    case 'metrics':
      return id === 'extra1'
        ? { id, name, type: 'set', constraints: { items: [{ name: 'one' }, { name: 'two' }] } }
        : { id, name, type: 'point' }
    case 'actions':
      return { id, name, rules: [{ rewards: [xp('1')], requires: {} }] }
    case 'processes':
      return { id, name, activities: [{ id: 'do', name: 'do', type: 'task', rewards: [xp('2')] }] }
    case 'teams':
      return { id, name, permissions: [['fan', { leave: true }]] }
    case 'rules':
      return { id, name, type: 'custom', variables: [], rules: [{ rewards: [xp('3')], requires: {} }] }
    case 'leaderboards':
      return {
        id,
        name,
        type: 'regular',
        entity_type: 'players',
        scope: { type: 'game' },
        metric: { id: 'coins', type: 'point' },
        cycles: random.pick([['alltime'], ['alltime', 'daily']]),
      }
  }
}

const version = ({ random }: Asking): string => (random.oneIn(10) ? `v${1 + random.below(3)}` : 'latest')

const inVersion: Choice = (asking) => ({ params: { version: version(asking) } })

/** Reads may ask for the copy of the last save. */
const reading: Choice = (asking) => ({ ...inVersion(asking), query: asking.random.oneIn(5) ? { source: 'stash' } : {} })

/** Ids of components of the kind that are there from the beginning. */
const lasting: Readonly<Record<Kind, string>> = {
  metrics: 'xp',
  actions: 'like',
  processes: 'tour',
  teams: 'guild',
  rules: 'welcome',
  leaderboards: 'top',
}

const one =
  (kind: Kind, rest: (asking: Asking) => object = () => ({})): Choice =>
  (asking) => ({
    params: { version: version(asking), component_id: asking.random.oneIn(2) ? lasting[kind] : extra(asking) },
    ...rest(asking),
  })

const ofKind = (kind: Kind): Habits => ({
  [`design.${kind}.list`]: { weight: 0.5, choose: reading },
  [`design.${kind}.create`]: {
    weight: 0.5,
    choose: (asking) => ({ ...inVersion(asking), body: component(kind, asking) }),
  },
  [`design.${kind}.read`]: { weight: 0.5, choose: one(kind) },
  [`design.${kind}.update`]: {
    weight: 0.3,
    choose: one(kind, ({ random }) => ({ body: { description: `D ${random.below(9)}` } })),
  },
  [`design.${kind}.remove`]: {
    weight: 0.3,
    choose: (asking) => ({ params: { version: 'latest', component_id: extra(asking) } }),
  },
})

const issue = ({ random, known }: Asking): string => known.issues.any(random) ?? 'nothing'

const image = ({ random, known }: Asking): string =>
  random.oneIn(4) ? 'default-team' : (known.images.any(random) ?? 'nothing')

/** What designers do. */
export const designerHabits: Habits = {
  ...(Object.assign({}, ...kinds.map(ofKind)) as Habits),
  'design.bootstrap.read': { weight: 0.5, choose: reading },
  'design.bootstrap.update': {
    weight: 0.3,
    choose: (asking) => ({
      ...inVersion(asking),
      body: { scores: [{ metric: { id: 'coins', type: 'point' }, value: String(1 + asking.random.below(5)) }] },
    }),
  },
  'design.versions.deploy': {
    weight: 0.02,
    choose: (asking) => ({ params: { version: asking.random.oneIn(8) ? 'v1' : 'latest' } }),
  },
  'design.versions.upgrade': { weight: 0.3, choose: () => ({}) },
  'design.issues': { weight: 1, choose: ({ random }) => ({ query: random.oneIn(4) ? { type: 'metric' } : {} }) },
  'design.issue': { weight: 0.5, choose: (asking) => ({ params: { issue_id: issue(asking) } }) },
  'design.fix': {
    weight: 1,
    choose: (asking) => ({
      params: { issue_id: issue(asking) },
      body: { apply: asking.random.pick(['drop', 'drop', 'keep']) },
    }),
  },
  'images.list': { weight: 0.5, choose: ({ random }) => ({ query: page(random) }) },
  'images.add': { weight: 0.03, choose: ({ random }) => ({ file: greyPicture(random.below(20)) }) },
  'images.show': { weight: 0.5, choose: (asking) => ({ params: { image_id: image(asking) } }) },
  'images.delete': { weight: 0.3, choose: (asking) => ({ params: { image_id: image(asking) } }) },
}
