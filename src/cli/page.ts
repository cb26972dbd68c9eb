import { integer } from './option.ts'
import type { Shell } from '../terminal/shell.ts'

const MAX_ROWS = 1_000_000

/** The options of commands that show a page of a list. */
export const pageOptions = {
  limit: integer('--limit <n>', 'The number to show (default: 10)', 0, MAX_ROWS),
  skip: integer('--skip <n>', 'The number to skip (default: 0)', 0, MAX_ROWS),
} as const

/** The page that options ask for, as the service is asked for it. */
export function pageQuery({ limit = 10, skip = 0 }: { limit: number | undefined; skip: number | undefined }) {
  return { limit: String(limit), skip: String(skip) }
}

/** Says that there is nothing, and what to do about it, or that there are more of the things than were shown. */
export function notePage(
  shell: Shell,
  { data, total }: { readonly data: readonly unknown[]; readonly total: number },
  things: string,
  whenNone: string,
): void {
  if (total === 0) shell.note(`none found; ${whenNone}`)
  if (data.length < total) shell.note(`${data.length} of ${total} ${things}; use --skip and --limit to see more`)
}
