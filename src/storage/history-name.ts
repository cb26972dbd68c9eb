/** A position in a journal: `seq` entries into this generation. */
export interface JournalPosition {
  readonly generation: number
  readonly seq: number
}

/** A file that belongs to a journal position. */
export interface HistoryFile extends JournalPosition {
  readonly path: string
}

/**
 * Returns the name of a file that belongs to a journal position. It is zero padded, so that names sort in the order of
 * history.
 */
export function historyName({ generation, seq }: JournalPosition): string {
  return `${generation}-${String(seq).padStart(12, '0')}.ndjson`
}

/** Parses the name of a history file. Returns undefined for any other name. */
export function parseHistoryName(name: string): JournalPosition | undefined {
  const match = /^(\d{1,9})-(\d{12,15})\.ndjson$/.exec(name)
  return match ? { generation: Number(match[1]), seq: Number(match[2]) } : undefined
}

export const isHistoryName = (name: string): boolean => parseHistoryName(name) !== undefined

/** Compares journal positions by generation, then by seq. */
export function comparePositions(a: JournalPosition, b: JournalPosition): number {
  return a.generation - b.generation || a.seq - b.seq
}
