import { healthOf } from '../../terminal/health.ts'
import { hint } from '../../terminal/hint.ts'
import { withService } from '../../terminal/service.ts'
import { defineCommand } from '../command.ts'
import { offerPage } from '../offer-page.ts'

/** `gamify open`: opens the documentation of the interface, which a running emulator serves. Spec 6.2. */
export const open = defineCommand({
  arguments: {},
  options: {},
  examples: ['gamify open'],
  notes: [
    'The emulator serves the page at /_gamify/docs. Without a terminal, and if no browser can be opened, the command only',
    'prints the address.',
    'With --json: { url, status }, the status as in GET /_gamify/health; no browser is opened.',
  ].join('\n'),
  async run(_, shell) {
    const { url, status } = await withService(shell, async (service) => {
      const health = await healthOf(service.client)
      return { url: `${service.address()}/_gamify/docs`, status: health.status }
    })
    shell.printJson(JSON.stringify({ url, status }))
    shell.print(url)
    if (status === 'waiting')
      shell.note(`the emulator waits for a valid design; run ${hint(shell, 'design validate')} to see the problems`)
    await offerPage(url, shell)
  },
})
