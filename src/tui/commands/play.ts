import { rewardText } from '../../terminal/render/reward-text.ts'
import { usageError } from '../../terminal/cli-error.ts'
import { refusedPlay } from '../../terminal/refused-play.ts'
import { shellQuoted } from '../../terminal/render/shell-quoted.ts'
import type { RouteOutput } from '../../client/route-types.ts'
import type { Command, Prompt } from '../command.ts'
import type { Choice } from '../model.ts'
import { eventsSaid } from './events-said.ts'

type Action = RouteOutput<'GET /v2/runtime/actions'>[number]

/** Plays an action for the selected player. */
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
    return eventsSaid(body.events, toCommandLine(line))
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

/** A number, or the text of one that a number cannot hold, for the service to judge. */
function intIn(text: string): number | string {
  const value = Number(text)
  if (/^\s*-?\d+\s*$/.test(text)) return Number.isSafeInteger(value) ? value : text
  throw usageError(`'${text}' is not a whole number`)
}

async function variablesOf(prompt: Prompt, action: Action | undefined): Promise<Record<string, string | number>> {
  const values: Record<string, string | number> = {}
  for (const variable of action?.variables ?? []) {
    const { name, type, required = false, default: usual } = variable
    const hints = [
      type === 'int' ? 'A whole number.' : 'Any text.',
      ...(required ? [] : ['Leave it empty to omit it.']),
    ]
    const suggested = usual === undefined ? undefined : String(usual)
    const question = { title: `Value of variable '${name}'?`, hints, suggested, isOptional: !required }
    const value = await prompt.ask(question, (text) => (type === 'int' && text !== '' ? intIn(text) : text))
    if (value !== '') values[name] = value
  }
  return values
}
