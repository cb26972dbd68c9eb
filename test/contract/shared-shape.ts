/** A JSON object as an answer has it. */
type Shown = Readonly<Record<string, unknown>>

/** How one version's answer of an operation is brought to what both versions show. */
interface Shaping {
  readonly older: (answer: never) => unknown
  readonly newer: (answer: never) => unknown
}

interface Reference {
  readonly id: string
}
const idOf = (reference: Reference | null): string | null => reference?.id ?? null

/** An answer without some of its fields. */
const without = (answer: Shown, ...names: readonly string[]): Shown =>
  Object.fromEntries(Object.entries(answer).filter(([name]) => !names.includes(name)))

interface Detail extends Shown {
  readonly definition: Reference
  readonly owner: Reference
  readonly performers: readonly { readonly id: string; readonly lanes: readonly { name: string; role: string }[] }[]
}

/** A process: version 1 refers to definition and owner by id, maps performers to lanes, and shows the flow. Document 3. */
const process: Shaping = {
  older: (answer: Shown) => without(answer, 'keys', 'containers'),
  newer: ({ definition, owner, performers, ...rest }: Detail) => ({
    ...without(rest, 'lanes'),
    definition: definition.id,
    owner: owner.id,
    performers: Object.fromEntries(
      performers.map(({ id, lanes }) => [id, Object.fromEntries(lanes.map(({ name, role }) => [name, role]))]),
    ),
  }),
}

interface ShapeA extends Shown {
  readonly definition: Reference
  readonly owner: Reference | null
  readonly member_count: readonly { readonly name: string; readonly count: number }[]
}

/** A team: shape B in version 1, A in version 2, which also shows what the caller is in it. Documents 1, 3, 4.15. */
const team: Shaping = {
  older: (answer: Shown) => answer,
  newer: ({ definition, owner, member_count, ...rest }: ShapeA) => ({
    ...without(rest, 'roles', 'my_roles', 'can_leave'),
    definition: definition.id,
    owner: idOf(owner),
    member_count: Object.fromEntries(member_count.map(({ name, count }) => [name, count])),
  }),
}

/** Rewards: under `actions` in version 1. Document 3. */
const olderRewards = ({ rewards, ...rest }: Shown): Shown => ({ ...rest, actions: rewards })

/** Names, as version 2 lists them of items and of states, or as version 1 describes them. */
type Names = readonly string[] | readonly { readonly name: string }[] | Shown
const namesIn = (list: Names): readonly string[] =>
  Array.isArray(list)
    ? list.map((entry: string | { readonly name: string }) => (typeof entry === 'string' ? entry : entry.name))
    : Object.keys(list)

interface Metric extends Shown {
  readonly items?: Names
  readonly states?: Names
}

/** Metrics: version 2 lists names, version 1 has objects that describe them. Document 3, 4.2. */
const metric = ({ items, states, ...rest }: Metric): object => ({
  ...rest,
  ...(items ? { items: namesIn(items) } : {}),
  ...(states ? { states: namesIn(states) } : {}),
})
const metrics = (list: readonly Metric[]): readonly object[] => list.map(metric)

interface Rule extends Shown {
  readonly variables: readonly Shown[]
}

/** A process as it was made: version 1 names it only where it is read. Document 3. */
const made: Shaping = {
  ...process,
  newer: (answer: Detail) => without(process.newer(answer as never) as Shown, 'name'),
}

/** The documented differences between the versions, each by its route of version 1; all others answer alike. */
const differences: Readonly<Record<string, Shaping>> = {
  'GET /v1/processes/:process_id': process,
  'POST /v1/definitions/processes/:process_definition_id': made,
  'PATCH /v1/processes/:process_id': process,
  'GET /v1/teams/:team_id': team,
  'PUT /v1/teams/:team_id/lock': team,
  'DELETE /v1/teams/:team_id/lock': team,
  'GET /v1/definitions/metrics': { older: metrics, newer: metrics },
  'GET /v1/processes/:process_id/performers/:performer_id': {
    older: (answer: Shown) => answer,
    newer: (answer: Shown) => without(answer, 'created', 'enabled'),
  },
  // The list of version 2 has rewards under both names. 4.6.
  'GET /v1/definitions/actions': {
    older: (list: readonly Shown[]) => list,
    newer: (list: readonly Shown[]) => list.map((each) => without(each, 'rewards')),
  },
  'POST /v1/action/play': {
    older: (answer: Shown) => answer,
    newer: ({ actions, ...rest }: { actions: readonly Shown[] }) => ({ ...rest, actions: actions.map(olderRewards) }),
  },
  'POST /v1/processes/:process_id/play': {
    older: (answer: Shown) => answer,
    newer: ({ triggers, ...rest }: { triggers: readonly Shown[] }) => ({
      ...rest,
      triggers: triggers.map(olderRewards),
    }),
  },
  'GET /v1/game/rule': {
    older: (list: readonly Rule[]) => list,
    newer: (list: readonly Rule[]) =>
      list.map(({ variables, ...rest }) => ({
        ...rest,
        variables: variables.map(({ name, type }) => ({ name, type })),
      })),
  },
  // No two are the same.
  'GET /v1/notifications/token': { older: Object.keys, newer: Object.keys },
}

/** What both versions show of the answer that one of them gives; `route` is that of version 1. */
export function sharedPart(version: keyof Shaping, route: string, answer: unknown): unknown {
  const shape = differences[route]?.[version]
  return shape ? shape(answer as never) : answer
}
