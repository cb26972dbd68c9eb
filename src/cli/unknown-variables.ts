import { suggestion } from '../game/kernel/nearest.ts'
import { printable } from '../sentences/printable.ts'
import type { Shell } from '../terminal/shell.ts'
import type { Pair } from './option.ts'

/** An action or rule with its variables. */
interface Playable {
  readonly id: string
  readonly variables: readonly { readonly name: string }[]
}

/**
 * Returns a warning for each variable that the action or rule does not have: the service ignores them silently (Spec
 * 4.16). Print the warnings after the play succeeded. Calls `list` only if there are variables and the warnings would
 * be printed. If `list` fails, there are no warnings, because the play will fail as well.
 */
export async function unknownVariableWarnings(
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
  const unknown = [...new Set(given.map(([variable]) => variable))].filter((name) => !known.includes(name))
  return unknown.map((name) =>
    printable(`the ${kind} '${id}' has no variable '${name}'${suggestion(name, known)}, so it is ignored`),
  )
}
