/** A place in a history: `seq` entries into this generation. */
export interface JournalPosition {
  readonly generation: number
  readonly seq: number
}

/** A file that belongs to a place in a history. */
export interface HistoryFile extends JournalPosition {
  readonly path: string
}

/** The name of a file that belongs to a place in the history, zero padded so that names sort as history does. */
export function historyName({ generation, seq }: JournalPosition): string {
  return `${generation}-${String(seq).padStart(12, '0')}.ndjson`
}

/** Which place a file belongs to; undefined for the name of something else. */
export function parseHistoryName(name: string): JournalPosition | undefined {
  const match = /^(\d{1,9})-(\d{12,15})\.ndjson$/.exec(name)
  return match ? { generation: Number(match[1]), seq: Number(match[2]) } : undefined
}

export const isHistoryName = (name: string): boolean => parseHistoryName(name) !== undefined

/** Orders places by generation, then by seq. */
export function comparePositions(a: JournalPosition, b: JournalPosition): number {
  return a.generation - b.generation || a.seq - b.seq
}
