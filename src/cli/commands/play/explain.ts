import type { Client } from '../../../client/client.ts'
import { ServiceError } from '../../../client/service-error.ts'
import type { WhyNotQuery } from '../../../interface/why-answer.ts'
import { eventSentence, type ShownEvent } from '../../../sentences/event-sentence.ts'
import { printable } from '../../../sentences/printable.ts'
import { whyNotText } from '../../../sentences/why-not-text.ts'
import { failuresIn, reasonsFor } from '../../../sentences/why-text.ts'
import { CliError } from '../../../terminal/cli-error.ts'
import { exitCode } from '../../../terminal/exit-code.ts'
import { hint } from '../../../terminal/hint.ts'
import { refusedPlay } from '../../../terminal/refused-play.ts'
import { toCliError, type Service } from '../../../terminal/service.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { flag } from '../../option.ts'
import { fetchWhyNot, rewardsHint } from '../why-not.ts'
import { fetchWhy } from '../why.ts'

/** The flag `--explain` of plays. Spec 6.2. */
export const explainOption = flag(
  '--explain',
  'Explain every effect, or why the play was refused; with --json: { play, why }',
)

/** The result of a play. */
export interface Played {
  readonly text: string
  readonly events: readonly (ShownEvent & { readonly id: string })[]
}

/**
 * Fetches why a play had its effects, whose events are all in one entry; undefined if there are no events or no
 * explanation was requested.
 */
export async function explained(client: Client, { events: [first] }: Played, isRequested: boolean) {
  return isRequested && first ? fetchWhy(client, first.id) : undefined
}

/**
 * Plays. If the service rejects it and `explain` is set, the error also says what blocks the play, as `gamify why-not`
 * does, and its JSON has a field `why_not`. Otherwise, the error names the command that explains it, if there is only
 * one player.
 */
export async function playExplained<T>(
  shell: Shell,
  { client, player }: Service,
  { explain, queries }: { readonly explain: boolean; readonly queries: readonly WhyNotQuery[] },
  play: () => Promise<T>,
): Promise<T> {
  try {
    return await play()
  } catch (error) {
    const [one, ...others] = queries
    if (!explain) throw one && others.length === 0 ? refusedPlay(error, one) : error
    if (!(error instanceof ServiceError)) throw error
    // A query that fails adds nothing, because the error already says what does not exist.
    const answers = await Promise.all(
      queries.map(async (query) => ({ query, answer: await fetchWhyNot(client, query).catch(() => undefined) })),
    )
    const blocked = answers.flatMap(({ query, answer }) => {
      const found = answer?.body
      return found && !found.possible ? [{ query, found }] : []
    })
    const cliError = await toCliError(error, client, { player, options: shell.options })
    if (blocked.length === 0 || !(cliError instanceof CliError)) throw error
    throw new CliError(cliError.message, {
      code: error.code,
      exitCode: exitCode.refused,
      advice: [
        ...cliError.advice,
        ...blocked.flatMap(({ query, found }) => whyNotText(found, rewardsHint(shell, query))),
      ],
      json: JSON.stringify({ ...(JSON.parse(error.text) as object), why_not: blocked.map(({ found }) => found) }),
      cause: cliError,
    })
  }
}

/**
 * Prints the effects of a play, and their explanation if it was requested; otherwise the command that explains them.
 */
export function reportPlayed(shell: Shell, { text, events }: Played, why: Awaited<ReturnType<typeof explained>>): void {
  const found = why?.body
  shell.printJson(why ? `{"play":${text},"why":${why.text}}` : text)
  for (const event of events) {
    shell.confirm(eventSentence(event))
    for (const line of found ? reasonsFor(found, event.id) : []) shell.confirm(printable(`  ${line}`))
  }
  for (const line of found ? [...failuresIn(found), ...(found.note ? [printable(found.note)] : [])] : [])
    shell.confirm(line)
  const [first] = events
  if (first && !found) shell.note(shell.paint.faint(`${hint(shell, `why ${printable(first.id)}`)} explains this`))
}
