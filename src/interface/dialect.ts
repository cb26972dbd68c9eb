/** The shapes in which version 2 can answer: as documented, or as recorded from the hosted service. Spec 5.6. */
export const dialects = ['documented', 'recorded'] as const
export type Dialect = (typeof dialects)[number]

/** The dialect of a game that does not set one. */
export const DEFAULT_DIALECT: Dialect = 'documented'

/** Returns a row as it answers in a dialect. Most rows answer the same in both. */
export function inDialect<Row extends object>(dialect: Dialect, row: Row & { readonly recorded?: object }): Row {
  return dialect === 'recorded' ? { ...row, ...row.recorded } : row
}
