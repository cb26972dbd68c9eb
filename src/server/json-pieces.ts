/** A list of more rows than this is long: its rows become text by so many at a time. */
export const ROWS_A_PIECE = 1_024

/** Whether a value is a long list, or has one in a field of its own: making text of it at one go would hold up everybody. */
export function isLong(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.length > ROWS_A_PIECE
  for (const name in value) if (isLongList((value as Record<string, unknown>)[name])) return true
  return false
}

const isLongList = (value: unknown): boolean => Array.isArray(value) && value.length > ROWS_A_PIECE

/** The text that JSON.stringify makes of plain data, to the byte, in pieces of at most `ROWS_A_PIECE` rows of its long lists. */
export function* jsonPieces(value: unknown): Generator<string> {
  if (!isLong(value)) yield JSON.stringify(value)
  else if (Array.isArray(value)) yield* listPieces(value)
  else yield* fieldPieces(value)
}

function* listPieces(rows: readonly unknown[]): Generator<string> {
  for (let from = 0; from < rows.length; from += ROWS_A_PIECE) {
    const piece = JSON.stringify(rows.slice(from, from + ROWS_A_PIECE))
    yield (from === 0 ? '[' : ',') + piece.slice(1, -1)
  }
  yield ']'
}

function* fieldPieces(fields: object): Generator<string> {
  let before = '{'
  for (const [name, field] of Object.entries(fields)) {
    if (field === undefined) continue
    yield `${before}${JSON.stringify(name)}:`
    yield* jsonPieces(field)
    before = ','
  }
  yield '}'
}
