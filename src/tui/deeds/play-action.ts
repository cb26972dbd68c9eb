import { rewardText } from '../../terminal/render/reward-text.ts'
import { usageError } from '../../terminal/cli-error.ts'
import { refusedPlay } from '../../terminal/refused-play.ts'
import { shellQuoted } from '../../terminal/hint.ts'
import type { RouteOutput } from '../../client/route-types.ts'
import type { Deed, Talk } from '../deed.ts'
import type { Choice } from '../model.ts'
import { eventsSaid } from './events-said.ts'

type Action = RouteOutput<'GET /v2/runtime/actions'>[number]

/** Plays an action for the selected player. */
export const playAction: Deed<{ readonly id: string; readonly enabled?: boolean | undefined }> = {
  key: 'p',
  words: 'play action',
  takes: '[action] [count] [variable...]',
  about: 'play an action for the selected player',
  whyNot: (player) =>
    player === undefined
      ? 'no player is selected'
      : player.enabled === false
        ? `player '${player.id}' is disabled`
        : undefined,
  async run(talk, { id: as }, { service: { client }, commandLine }) {
    const { body: actions } = await client.call('GET /v2/runtime/actions', { as })
    const id = await talk.choose(`Which action does ${as} play?`, async () => actions.map(choiceOf))
    const action = actions.find((each) => each.id === id)
    const count = await countOf(talk)
    const variables = await variablesOf(talk, action)
    const { body } = await client
      .call('POST /v2/runtime/actions/:action_id/play', {
        params: { action_id: id },
        as,
        body: { count, variables, query: false },
      })
      .catch((error: unknown) => {
        throw refusedPlay(error, { player_id: as, action: id, count, variables })
      })
    const given = Object.entries(variables).map(([name, value]) => ` --var ${shellQuoted(`${name}=${String(value)}`)}`)
    const times = count === 1 ? '' : ` --count ${count}`
    const line = `play action ${shellQuoted(id)} --as ${shellQuoted(as)}${times}${given.join('')}`
    return eventsSaid(body.events, commandLine(line))
  },
}

function choiceOf(action: Action): Choice {
  const { id, name } = action
  const rewards = 'actions' in action ? action.actions : action.rewards
  return { value: id, label: name === id ? id : `${id} (${name})`, about: rewards.map(rewardText).join(', ') }
}

const COUNTS = 'a whole number from 1 to 1,000,000'
const MAX_COUNT = 1_000_000

function countOf(talk: Talk): Promise<number> {
  return talk.ask({ title: 'How many times?', about: [`Enter ${COUNTS}.`], suggested: '1' }, (text) => {
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

async function variablesOf(talk: Talk, action: Action | undefined): Promise<Record<string, string | number>> {
  const values: Record<string, string | number> = {}
  for (const variable of action?.variables ?? []) {
    const { name, type, required = false, default: usual } = variable
    const about = [
      type === 'int' ? 'A whole number.' : 'Any text.',
      ...(required ? [] : ['Leave it empty to omit it.']),
    ]
    const suggested = usual === undefined ? undefined : String(usual)
    const question = { title: `Value of variable '${name}'?`, about, suggested, isOptional: !required }
    const value = await talk.ask(question, (text) => (type === 'int' && text !== '' ? intIn(text) : text))
    if (value !== '') values[name] = value
  }
  return values
}
