/** The kinds of component, in the order in which a design lists them. Spec 2 "Design routes". */
export const kinds = ['metrics', 'actions', 'processes', 'teams', 'rules', 'leaderboards'] as const
export type Kind = (typeof kinds)[number]

/** A design as it is stored and hashed: components as their authors wrote them, and what each new player starts with. */
export interface DesignSource extends Readonly<Record<Kind, readonly unknown[]>> {
  readonly bootstrap: unknown
}

/** Components of a kind that a design may have. */
export const MAX_COMPONENTS = 10_000

/** What is told of more of a kind. */
export const tooManyOf = (kind: Kind): string => `a design has at most ${MAX_COMPONENTS} ${kind}`

/** The design of a game that has none: no components, nothing to start with. */
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
 * One thing wrong in a design. `index` is the component's place in its kind's list (0 for the bootstrap), `path` leads
 * from the component to the spot, `message` says what is there and what was expected.
 */
export interface DesignProblem {
  readonly kind: Kind | 'bootstrap'
  readonly index: number
  readonly id?: string
  readonly path: readonly (string | number)[]
  readonly message: string
}
