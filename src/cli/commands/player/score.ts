import type { Client } from '../../../client/client.ts'
import { metricReference, readMetricTypes } from '../../../scripts/score-reward.ts'
import { eventSentence, type ShownEvent } from '../../../sentences/event-sentence.ts'
import { printable } from '../../../sentences/printable.ts'
import { usageError } from '../../../terminal/cli-error.ts'
import { profileText } from '../../../terminal/render/profile-text.ts'
import { withService } from '../../../terminal/service.ts'
import { defineCommand } from '../../command.ts'
import { choice, required, text as textOption } from '../../option.ts'

/** `gamify player score`: changes one score of a player. Spec 4.14, 6.2. */
export const score = defineCommand({
  arguments: {
    id: required('id', 'The player', 'player'),
    metric: required('metric', 'The metric', 'metric'),
    value: required('value', 'An amount or formula, the name of a state, or a number of items'),
  },
  options: {
    verb: choice('--verb <verb>', 'What to do with the value (default: set for states, add for everything else)', [
      'add',
      'remove',
      'set',
    ]),
    item: textOption('--item <name>', 'The item, for a set metric'),
  },
  examples: [
    'gamify player score neo xp 10',
    'gamify player score neo badges 1 --item Helper',
    'gamify player score neo xp 0 --verb set',
  ],
  async run({ id, metric, value, verb, item }, shell) {
    const { answer, events } = await withService(shell, async ({ client }) => {
      const types = await readMetricTypes(client)
      const reference = metricReference(metric, types)
      const isUnknown = types.size > 0 && !types.has(metric)
      if (reference.type === 'set' && item === undefined) {
        throw usageError(`the item of metric '${metric}' is missing`, 'name the item with --item NAME')
      }
      // For an unknown metric, send a value of no particular type, so that the service rejects the metric and not the
      // value.
      const reward = isUnknown
        ? ({ metric: reference, verb: 'add', value: '0' } as const)
        : {
            metric: reference,
            verb: verb ?? (reference.type === 'state' ? 'set' : 'add'),
            value: item === undefined ? value : { [item]: value },
          }
      const change = () =>
        client.call('PATCH /v2/admin/players/:player_id/scores', {
          params: { player_id: id },
          body: { rewards: [reward] },
        })
      // The answer is the profile after the change. Limits and rules can also have changed it, so the events are read
      // too.
      if (shell.options.json || shell.options.quiet) return { answer: await change(), events: [] }
      return eventsDuring(client, id, change)
    })
    shell.printJson(answer.text)
    if (events.length === 0) shell.confirm(`the scores of ${printable(id)} did not change`)
    for (const event of events) shell.confirm(eventSentence(event, id))
    shell.confirm(profileText(answer.body, shell.paint))
  },
})

/** Runs `act`, and returns its answer with the events that the feed of the player got meanwhile, oldest first. */
async function eventsDuring<T>(
  client: Client,
  player: string,
  act: () => Promise<T>,
): Promise<{ readonly answer: T; readonly events: readonly ShownEvent[] }> {
  const feed = async (start?: string) => {
    const query = start === undefined ? {} : { start }
    return (await client.call('GET /v2/admin/players/:player_id/activity', { params: { player_id: player }, query }))
      .body
  }
  const last = (await feed()).at(-1)
  const answer = await act()
  // The feed starts at the time of the last known event, so it can begin with events of that same time.
  const events = await feed(last?.timestamp)
  return { answer, events: events.slice(events.findIndex(({ id }) => id === last?.id) + 1) }
}
