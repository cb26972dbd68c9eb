/** The kinds of component, in the order in which a design lists them. Spec 2 "Design routes". */
export const kinds = ['metrics', 'actions', 'processes', 'teams', 'rules', 'leaderboards'] as const
export type Kind = (typeof kinds)[number]

/** A design as it is stored and hashed: components as their authors wrote them, and the bootstrap of new players. */
export interface DesignSource extends Readonly<Record<Kind, readonly unknown[]>> {
  readonly bootstrap: unknown
}

/** The maximum number of components of a kind in a design. */
export const MAX_COMPONENTS = 10_000

/** Returns the message for more components than that. */
export const tooManyOf = (kind: Kind): string => `a design has at most ${MAX_COMPONENTS} ${kind}`

/** The design of a game without one: no components, and an empty bootstrap. */
export const emptyDesign: DesignSource = {
  metrics: [],
  actions: [],
  processes: [],
  teams: [],
  rules: [],
  leaderboards: [],
  bootstrap: {},
}

/**
 * One problem of a design. `index` is the index of the component in the list of its kind (0 for the bootstrap), `path`
 * leads from the component to the problem, and `message` says what was found and what was expected.
 */
export interface DesignProblem {
  readonly kind: Kind | 'bootstrap'
  readonly index: number
  readonly id?: string
  readonly path: readonly (string | number)[]
  readonly message: string
}
