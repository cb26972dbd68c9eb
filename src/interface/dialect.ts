/** In which shapes version 2 answers: those of the documents, or those that answers of the hosted service had. Spec 5.6. */
export const dialects = ['documented', 'recorded'] as const
export type Dialect = (typeof dialects)[number]

/** What a game speaks unless told. */
export const DEFAULT_DIALECT: Dialect = 'documented'

/** A row as it answers in a dialect: most answer the same in both. */
export function inDialect<Row extends object>(dialect: Dialect, row: Row & { readonly recorded?: object }): Row {
  return dialect === 'recorded' ? { ...row, ...row.recorded } : row
}
