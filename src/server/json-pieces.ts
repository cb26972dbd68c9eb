/** A piece of a long answer ends with the row that brings it to so many characters: about a millisecond's work. */
export const PIECE_LENGTH = 128 * 1024

/** A list of more rows may be long, so it becomes text row by row. None of fewer is, however large a row may be. */
export const FEW_ROWS = 8

/** Whether a value may be long: a list of more than a few rows, or one that has such a list in a field of its own. */
export function mayBeLong(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.length > FEW_ROWS
  for (const name in value) if (isList((value as Record<string, unknown>)[name])) return true
  return false
}

const isList = (value: unknown): boolean => Array.isArray(value) && value.length > FEW_ROWS

/** The text that JSON.stringify makes of plain data, to the byte, in pieces of about `PIECE_LENGTH` and at least one. */
export function* jsonPieces(value: unknown): Generator<string> {
  let piece = ''
  for (const part of parts(value)) {
    piece += part
    if (piece.length < PIECE_LENGTH) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

function* parts(value: unknown): Generator<string> {
  if (!mayBeLong(value)) yield JSON.stringify(value)
  else if (Array.isArray(value)) yield* partsOfList(value)
  else yield* partsOfFields(value)
}

function* partsOfList(rows: readonly unknown[]): Generator<string> {
  let before = '['
  for (const row of rows) {
    yield before + (JSON.stringify(row) ?? 'null')
    before = ','
  }
  yield ']'
}

function* partsOfFields(fields: object): Generator<string> {
  let before = '{'
  for (const [name, field] of Object.entries(fields)) {
    if (field === undefined) continue
    yield `${before}${JSON.stringify(name)}:`
    yield* parts(field)
    before = ','
  }
  yield '}'
}
