import { requirePlayer, withService } from '../../../terminal/service.ts'
import { defineCommand } from '../../command.ts'
import { required, scopePairs } from '../../option.ts'
import { explained, explainOption, playExplained, reportPlayed } from './explain.ts'

/** `gamify play trigger`: performs an activity of a process and prints its effects. Spec 6.2. */
export const trigger = defineCommand({
  arguments: {
    process: required('process', 'The process', 'process'),
    trigger: required('trigger', 'The trigger, or just the id of the activity if that is unique', 'trigger'),
  },
  options: {
    scopes: scopePairs(),
    explain: explainOption,
  },
  examples: [
    'gamify play trigger frodo/mountain pack --as frodo',
    'gamify play trigger frodo/mountain river:way --as frodo',
  ],
  notes: "Run 'gamify process triggers PROCESS --as PLAYER' to list the triggers.",
  async run({ process, trigger: id, scopes, explain }, shell) {
    const { played, why, triggers } = await withService(shell, async (service) => {
      const as = requirePlayer(service)
      const queries = [{ player_id: as, process, trigger: id }]
      const { text, body } = await playExplained(shell, service, { explain, queries }, () =>
        service.client.call('POST /v2/runtime/processes/:process_id/play', {
          params: { process_id: process },
          as,
          body: { trigger: id, scopes: scopes.map(([scope, entity]) => ({ id: scope, entity_id: entity })) },
        }),
      )
      const played = { text, events: [...body.events.local, ...body.events.global] }
      return { played, why: await explained(service.client, played, explain), triggers: body.triggers }
    })
    reportPlayed(shell, played, why)
    const next = triggers.filter(({ locked }) => locked === 'false').map((each) => each.trigger)
    shell.note(next.length === 0 ? 'this player has no triggers right now' : `next: ${next.join(', ')}`)
  },
})
