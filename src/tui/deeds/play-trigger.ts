import { rewardText } from '../../terminal/render/reward-text.ts'
import { refusedPlay } from '../../terminal/refused-play.ts'
import { shellQuoted } from '../../terminal/hint.ts'
import type { Deed } from '../deed.ts'
import { eventsSaid } from './events-said.ts'

/** Plays a trigger of the selected process, for one of its performers. */
export const playTrigger: Deed<{ readonly id: string }> = {
  key: 't',
  words: 'play trigger',
  takes: '[player] [trigger]',
  about: 'play a trigger of the selected process',
  whyNot: (process) => (process === undefined ? 'no process is selected' : undefined),
  async run(talk, { id }, { service: { client, player }, commandLine }) {
    const params = { process_id: id }
    const performers = async () => {
      const { body } = await client.call('GET /v2/admin/processes/:process_id', { params })
      return body.performers.map((one) => ({
        value: one.id,
        label: one.id,
        about: one.lanes.map(({ name, role }) => `${name} (${role})`).join(', '),
      }))
    }
    const as = player ?? (await talk.choose(`Who plays a trigger of ${id}?`, performers))
    const triggers = async () => {
      const { body } = await client.call('GET /v2/runtime/processes/:process_id/triggers', { params, as })
      return body.map(({ trigger, name, actions }) => ({
        value: trigger,
        label: `${trigger} (${name})`,
        about: actions.map(rewardText).join(', '),
      }))
    }
    const trigger = await talk.choose(`Which trigger of ${id} does ${as} play?`, triggers)
    const { body } = await client
      .call('POST /v2/runtime/processes/:process_id/play', { params, as, body: { trigger, query: false } })
      .catch((error: unknown) => {
        throw refusedPlay(error, { player_id: as, process: id, trigger })
      })
    const line = `play trigger ${shellQuoted(id)} ${shellQuoted(trigger)} --as ${shellQuoted(as)}`
    return eventsSaid(body.events, commandLine(line))
  },
}
