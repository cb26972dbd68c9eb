import { defineCommand } from '../../command.ts'
import { required, scopePairs } from '../../option.ts'
import { eventSentence } from '../../render/event-sentence.ts'
import { requirePlayer, withService } from '../../service.ts'

/** `gamify play trigger`: performs an activity of a process and tells what came of it. Spec 6.2. */
export const trigger = defineCommand({
  arguments: {
    process: required('process', 'the process'),
    trigger: required('trigger', 'the trigger, or the id of the activity where that is enough'),
  },
  options: {
    scopes: scopePairs(),
  },
  examples: [
    'gamify play trigger frodo/mountain pack --as frodo',
    'gamify play trigger frodo/mountain river:way --as frodo',
  ],
  notes: "'gamify process triggers PROCESS --as PLAYER' lists what is offered.",
  async run({ process, trigger: id, scopes }, shell) {
    const { text, body } = await withService(shell, (service) =>
      service.client.call('POST /v2/runtime/processes/:process_id/play', {
        params: { process_id: process },
        as: requirePlayer(service),
        body: { trigger: id, scopes: scopes.map(([scope, entity]) => ({ id: scope, entity_id: entity })) },
      }),
    )
    shell.printJson(text)
    for (const event of [...body.events.local, ...body.events.global]) shell.confirm(eventSentence(event))
    const next = body.triggers.filter(({ locked }) => locked === 'false').map((each) => each.trigger)
    shell.note(next.length === 0 ? 'nothing is offered to this player now' : `next: ${next.join(', ')}`)
  },
})
