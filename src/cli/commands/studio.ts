import { ServiceError } from '../../client/service-error.ts'
import { CliError } from '../../terminal/cli-error.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import { withService } from '../../terminal/service.ts'
import { defineCommand } from '../command.ts'
import { offerPage } from '../offer-page.ts'
import { flag } from '../option.ts'

const PATH = '/_gamify/studio'

/** `gamify studio`: opens the studio, which a running emulator serves. Spec 8. */
export const studio = defineCommand({
  arguments: {},
  options: { noOpen: flag('--no-open', 'Print the address only') },
  examples: ['gamify studio', 'gamify studio --no-open'],
  notes: [
    'The studio shows a running game in a browser, explains it and changes it. The emulator serves it at /_gamify/studio,',
    'unless it runs with --no-studio. Without a terminal, and if no browser can be opened, the command only prints the',
    'address.',
    'With --json: { url }; no browser is opened.',
  ].join('\n'),
  async run({ noOpen }, shell) {
    const url = await withService(shell, async (service) => {
      const runtime = shell.options.runtime === 'production' ? '?runtime=production' : ''
      // The page is no JSON. Only whether it is there matters.
      await service.client.request('GET', PATH).catch((error: unknown) => {
        if (!(error instanceof ServiceError)) throw error
        if (error.status === 404) throw noStudio(service.address())
        if (error.status !== 200) throw error
      })
      return `${service.address()}${PATH}${runtime}`
    })
    shell.printJson(JSON.stringify({ url }))
    shell.print(url)
    if (!noOpen) await offerPage(url, shell)
  },
})

const noStudio = (url: string): CliError =>
  new CliError(`${url} serves no studio`, {
    code: 'no_studio',
    exitCode: exitCode.refused,
    advice: ["start the emulator without '--no-studio'"],
  })
