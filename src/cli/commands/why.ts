import type { Client } from '../../client/client.ts'
import { control } from '../../client/control.ts'
import type { Answer } from '../../client/http-message.ts'
import type { Why } from '../../interface/why-answer.ts'
import { whyText } from '../../sentences/why-text.ts'
import { withService } from '../../terminal/service.ts'
import { defineCommand } from '../command.ts'
import { required } from '../option.ts'

/** Fetches why an event happened. */
export function fetchWhy(client: Client, eventId: string): Promise<Answer<Why>> {
  return control(client, 'GET /_gamify/why/:event_id', { params: { event_id: eventId } })
}

/** The word that names the newest play. */
const LAST = 'last'

/** `gamify why`: explains which rules, requirements, draws and limits led to an event. Spec 6.2, 6.6. */
export const why = defineCommand({
  arguments: {
    event: required(
      'event',
      "The id of an event, the id of a player for their newest play, the number of an entry, or 'last'",
      'event',
    ),
  },
  options: {},
  examples: ['gamify why last', 'gamify why neo', 'gamify why 0192f0c1-2d00-7000-8000-000004012345'],
  notes: [
    "'last' explains the newest play of the game, with all events that it caused. The id of a player explains the newest play",
    "of that player, as 'last --as PLAYER' does. The number of an entry, as 'gamify history' prints it, explains all of its",
    "events. The id of an event explains that event alone. 'gamify play' and 'gamify player activity PLAYER --json' print the",
    'ids of events.',
    'gamify repeats the play on the game and design of that moment, without changing anything.',
  ].join('\n'),
  async run({ event }, shell) {
    const target = event === LAST ? shell.options.as || LAST : event
    const { body: found, text } = await withService(shell, ({ client }) => fetchWhy(client, target))
    shell.printJson(text)
    for (const line of whyText(found)) shell.print(line)
  },
})
