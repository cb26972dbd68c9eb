import { suggestion } from '../game/kernel/nearest.ts'
import type { Pair } from './option.ts'
import { printable } from '../terminal/render/printable.ts'
import type { Shell } from '../terminal/shell.ts'

/** What can be played, with the variables that it takes. */
interface Playable {
  readonly id: string
  readonly variables: readonly { readonly name: string }[]
}

/**
 * Warnings of variables that an action or a rule does not have: the service leaves them out without a word (Spec 4.16), so
 * they hold once the play took place. `list` is asked only where there is something to warn of and somebody to read it;
 * where it fails, so will the play.
 */
export async function warningsOfVariables(
  shell: Shell,
  kind: 'action' | 'rule',
  id: string,
  given: readonly Pair[],
  list: () => Promise<readonly Playable[]>,
): Promise<readonly string[]> {
  if (given.length === 0 || shell.options.json || shell.options.quiet) return []
  const listed = await list().catch(() => [])
  const known = listed.find((playable) => playable.id === id)?.variables.map(({ name }) => name)
  if (known === undefined) return []
  const strangers = [...new Set(given.map(([variable]) => variable))].filter((name) => !known.includes(name))
  return strangers.map((name) =>
    printable(`the ${kind} '${id}' has no variable '${name}'${suggestion(name, known)}, so it is ignored`),
  )
}
