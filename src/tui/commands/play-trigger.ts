import { rewardText } from '../../terminal/render/reward-text.ts'
import { refusedPlay } from '../../terminal/refused-play.ts'
import { shellQuoted } from '../../terminal/render/shell-quoted.ts'
import type { Command } from '../command.ts'
import { eventsSaid } from './events-said.ts'

/** Plays a trigger of the selected process, for one of its performers. */
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
      return body.performers.map((one) => ({
        value: one.id,
        label: one.id,
        description: one.lanes.map(({ name, role }) => `${name} (${role})`).join(', '),
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
    return eventsSaid(body.events, toCommandLine(line))
  },
}
