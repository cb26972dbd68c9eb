import type { Client } from '../../../client/client.ts'
import { ServiceError } from '../../../client/service-error.ts'
import { CliError } from '../../../terminal/cli-error.ts'
import { exitCode } from '../../../terminal/exit-code.ts'
import { hint } from '../../../terminal/hint.ts'
import { flag } from '../../option.ts'
import { eventSentence, type ShownEvent } from '../../../terminal/render/event-sentence.ts'
import { printable } from '../../../terminal/render/printable.ts'
import { whyNotText } from '../../../terminal/render/why-not-text.ts'
import { failuresIn, reasonsFor } from '../../../terminal/render/why-text.ts'
import { errorInWords, type Service } from '../../../terminal/service.ts'
import type { Shell } from '../../../terminal/shell.ts'
import type { WhyNotQuery } from '../../../interface/why-answer.ts'
import { refusedPlay } from '../../../terminal/refused-play.ts'
import { askWhyNot, rewardsHint } from '../why-not.ts'
import { askWhy } from '../why.ts'

/** `--explain` of a play. Spec 6.2. */
export const explainOption = flag(
  '--explain',
  'Explain every effect, or why the play was refused; with --json: { play, why }',
)

/** What came of a play, as far as it is told. */
export interface Played {
  readonly text: string
  readonly events: readonly (ShownEvent & { readonly id: string })[]
}

/** Asks why a play came to its events, which are all of one entry; undefined where nothing happened, or nobody asks. */
export async function explained(client: Client, { events: [first] }: Played, isAsked: boolean) {
  return isAsked && first ? askWhy(client, first.id) : undefined
}

/**
 * Plays. If that is refused and it `isAsked` why, the error also says what blocks the play, as `gamify why-not` does, and as
 * JSON in a field `why_not`. Otherwise it names the command that says so, if the play is of one player.
 */
export async function playExplained<T>(
  shell: Shell,
  { client, player }: Service,
  { isAsked, asked }: { readonly isAsked: boolean; readonly asked: readonly WhyNotQuery[] },
  play: () => Promise<T>,
): Promise<T> {
  try {
    return await play()
  } catch (error) {
    const [one, ...others] = asked
    if (!isAsked) throw one && others.length === 0 ? refusedPlay(error, one) : error
    if (!(error instanceof ServiceError)) throw error
    // Of what is not there nothing can be said but what the error says.
    const answers = await Promise.all(
      asked.map(async (each) => ({ each, answer: await askWhyNot(client, each).catch(() => undefined) })),
    )
    const blocked = answers.flatMap(({ each, answer }) => {
      const found = answer?.body
      return found && !found.possible ? [{ each, found }] : []
    })
    const told = await errorInWords(error, client, { player, options: shell.options })
    if (blocked.length === 0 || !(told instanceof CliError)) throw error
    throw new CliError(told.message, {
      code: error.code,
      exitCode: exitCode.refused,
      advice: [...told.advice, ...blocked.flatMap(({ each, found }) => whyNotText(found, rewardsHint(shell, each)))],
      json: JSON.stringify({ ...(JSON.parse(error.text) as object), why_not: blocked.map(({ found }) => found) }),
      cause: told,
    })
  }
}

/** Tells what came of a play, and why where that was asked for, else how to ask. */
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
