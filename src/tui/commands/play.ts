import type { RouteOutput } from '../../client/route-types.ts'
import { eventSentence, type ShownEvent } from '../../sentences/event-sentence.ts'
import { rewardText } from '../../sentences/reward-text.ts'
import { shellQuoted } from '../../sentences/shell-quoted.ts'
import { usageError } from '../../terminal/cli-error.ts'
import { refusedPlay } from '../../terminal/refused-play.ts'
import type { Choice, Message } from '../model.ts'
import type { Command } from '../pane.ts'
import type { Prompt } from '../prompts.ts'

type Action = RouteOutput<'GET /v2/runtime/actions'>[number]

/** The command that plays an action for the selected player. */
export const playAction: Command<{ readonly id: string; readonly enabled?: boolean | undefined }> = {
  key: 'p',
  name: 'play action',
  parameters: '[action] [count] [variable...]',
  description: 'play an action for the selected player',
  disabledReason: (player) =>
    player === undefined
      ? 'no player is selected'
      : player.enabled === false
        ? `player '${player.id}' is disabled`
        : undefined,
  async run(prompt, { id: as }, { service: { client }, toCommandLine }) {
    const { body: actions } = await client.call('GET /v2/runtime/actions', { as })
    const id = await prompt.choose(`Which action does ${as} play?`, async () => actions.map(choiceOf))
    const action = actions.find((each) => each.id === id)
    const count = await countOf(prompt)
    const variables = await variablesOf(prompt, action)
    const { body } = await client
      .call('POST /v2/runtime/actions/:action_id/play', {
        params: { action_id: id },
        as,
        body: { count, variables, query: false },
      })
      .catch((error: unknown) => {
        throw refusedPlay(error, { player_id: as, action: id, count, variables })
      })
    const options = Object.entries(variables).map(
      ([name, value]) => ` --var ${shellQuoted(`${name}=${String(value)}`)}`,
    )
    const times = count === 1 ? '' : ` --count ${count}`
    const line = `play action ${shellQuoted(id)} --as ${shellQuoted(as)}${times}${options.join('')}`
    return eventsMessage(body.events, toCommandLine(line))
  },
}

function choiceOf(action: Action): Choice {
  const { id, name } = action
  const rewards = 'actions' in action ? action.actions : action.rewards
  return { value: id, label: name === id ? id : `${id} (${name})`, description: rewards.map(rewardText).join(', ') }
}

const COUNTS = 'a whole number from 1 to 1,000,000'
const MAX_COUNT = 1_000_000

function countOf(prompt: Prompt): Promise<number> {
  return prompt.ask({ title: 'How many times?', hints: [`Enter ${COUNTS}.`], suggested: '1' }, (text) => {
    const count = Number(text)
    if (/^\s*\d+\s*$/.test(text) && count >= 1 && count <= MAX_COUNT) return count
    throw usageError(`'${text}' is not ${COUNTS}`)
  })
}

/** Parses a whole number. Returns the text if a JavaScript number cannot hold it exactly; the service then validates it. */
function wholeNumberIn(text: string): number | string {
  const value = Number(text)
  if (/^\s*-?\d+\s*$/.test(text)) return Number.isSafeInteger(value) ? value : text
  throw usageError(`'${text}' is not a whole number`)
}

async function variablesOf(prompt: Prompt, action: Action | undefined): Promise<Record<string, string | number>> {
  const values: Record<string, string | number> = {}
  for (const variable of action?.variables ?? []) {
    const { name, type, required = false, default: fallback } = variable
    const hints = [
      type === 'int' ? 'A whole number.' : 'Any text.',
      ...(required ? [] : ['Leave it empty to omit it.']),
    ]
    const suggested = fallback === undefined ? undefined : String(fallback)
    const question = { title: `Value of variable '${name}'?`, hints, suggested, isOptional: !required }
    const value = await prompt.ask(question, (text) => (type === 'int' && text !== '' ? wholeNumberIn(text) : text))
    if (value !== '') values[name] = value
  }
  return values
}

/** The command that plays a trigger of the selected process for one of its performers. */
export const playTrigger: Command<{ readonly id: string }> = {
  key: 't',
  name: 'play trigger',
  parameters: '[player] [trigger]',
  description: 'play a trigger of the selected process',
  disabledReason: (process) => (process === undefined ? 'no process is selected' : undefined),
  async run(prompt, { id }, { service: { client, player }, toCommandLine }) {
    const params = { process_id: id }
    const performers = async () => {
      const { body } = await client.call('GET /v2/admin/processes/:process_id', { params })
      return body.performers.map(({ id: player_id, lanes }) => ({
        value: player_id,
        label: player_id,
        description: lanes.map(({ name, role }) => `${name} (${role})`).join(', '),
      }))
    }
    const as = player ?? (await prompt.choose(`Who plays a trigger of ${id}?`, performers))
    const triggers = async () => {
      const { body } = await client.call('GET /v2/runtime/processes/:process_id/triggers', { params, as })
      return body.map(({ trigger, name, actions }) => ({
        value: trigger,
        label: `${trigger} (${name})`,
        description: actions.map(rewardText).join(', '),
      }))
    }
    const trigger = await prompt.choose(`Which trigger of ${id} does ${as} play?`, triggers)
    const { body } = await client
      .call('POST /v2/runtime/processes/:process_id/play', { params, as, body: { trigger, query: false } })
      .catch((error: unknown) => {
        throw refusedPlay(error, { player_id: as, process: id, trigger })
      })
    const line = `play trigger ${shellQuoted(id)} ${shellQuoted(trigger)} --as ${shellQuoted(as)}`
    return eventsMessage(body.events, toCommandLine(line))
  },
}

/** Describes the events of a play in a message. */
function eventsMessage(
  { local, global }: { readonly local: readonly ShownEvent[]; readonly global: readonly ShownEvent[] },
  commandLine: string,
): Message {
  const sentences = [...local, ...global].map((event) => eventSentence(event))
  return { tone: 'good', text: sentences.join('; '), commandLine }
}
