import type { Shell } from '../terminal/shell.ts'
import { integer } from './option.ts'

const MAX_ROWS = 1_000_000

/** The options of commands that print a page of a list. */
export const pageOptions = {
  limit: integer('--limit <n>', 'The number to show (default: 10)', 0, MAX_ROWS),
  skip: integer('--skip <n>', 'The number to skip (default: 0)', 0, MAX_ROWS),
} as const

/** Returns the query for the page that the options select. */
export function pageQuery({ limit = 10, skip = 0 }: { limit: number | undefined; skip: number | undefined }) {
  return { limit: String(limit), skip: String(skip) }
}

/** Notes that a list is empty and what to do about it, or that it has more items than the page. */
export function notePage(
  shell: Shell,
  { data, total }: { readonly data: readonly unknown[]; readonly total: number },
  things: string,
  whenNone: string,
): void {
  if (total === 0) shell.note(`none found; ${whenNone}`)
  if (data.length < total) shell.note(`${data.length} of ${total} ${things}; use --skip and --limit to see more`)
}
