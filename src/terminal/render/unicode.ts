/** Terminals whose letters do not go far beyond those of a typewriter. */
const PLAIN_TERMINALS: ReadonlySet<string | undefined> = new Set(['linux', 'dumb'])

/** Whether what is printed may hold more than ASCII: not where the locale or the terminal knows no more. */
export function knowsUnicode(env: Readonly<Record<string, string | undefined>>): boolean {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || 'UTF-8'
  return /utf-?8/i.test(locale) && !PLAIN_TERMINALS.has(env.TERM)
}
