import type { Client } from '../../client/client.ts'
import { control } from '../../client/control.ts'
import type { AnsweredRequest } from '../../interface/control-answers.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import { isRequest, requestLine } from '../../terminal/render/request-line.ts'
import { stayWithService, withService, type Service } from '../../terminal/service.ts'
import type { Shell } from '../../terminal/shell.ts'
import { defineCommand } from '../command.ts'
import { followService } from '../follow-service.ts'
import { flag } from '../option.ts'

const REQUESTS_PATH = '/_gamify/requests'

/** `gamify logs`: prints the requests that the emulator answered, as `gamify serve` logs them. Spec 6.2. */
export const logs = defineCommand({
  arguments: {},
  options: { follow: flag('--follow', 'Keep printing new requests until interrupted') },
  examples: ['gamify logs', 'gamify logs --follow', 'gamify logs --json'],
  notes: [
    "A line per request, as 'gamify serve' logs it: the time of your machine, the answer and how long it took. The emulator",
    "keeps the last 1,000, of both runtimes. 'gamify history' shows what happened in the game.",
    "With --json: the service's { data, total }; with --follow one object per line.",
  ].join('\n'),
  async run({ follow }, shell) {
    if (follow) return stayWithService(shell, (service) => followRequests(shell, service))
    const { body, text } = await withService(shell, ({ client }) => control(client, 'GET /_gamify/requests'))
    const { data: requests } = body
    shell.printJson(text)
    for (const request of requests) shell.print(requestLine(request, shell.paint))
    if (requests.length === 0) shell.note('no requests yet')
    return exitCode.ok
  },
})

/** Prints new requests until a signal ends it. It continues after a restart of the emulator. */
function followRequests(shell: Shell, service: Service): Promise<number> {
  const { client } = service
  let last: string | undefined
  return followService(shell, service, async (reached, signal) => {
    const before = last
    const kept = before === undefined ? [] : (await keptRequests(client)).map((each) => JSON.stringify(each))
    reached()
    let isKnown = before !== undefined && kept.includes(before)
    for await (const line of client.lines(REQUESTS_PATH, { follow: 'true' }, signal)) {
      const request: unknown = line.startsWith('data:') ? JSON.parse(line.slice('data:'.length)) : undefined
      if (!isRequest(request)) continue
      last = JSON.stringify(request)
      if (isKnown) isKnown = last !== before
      else printRequest(shell, request)
    }
  })
}

const keptRequests = async (client: Client): Promise<readonly AnsweredRequest[]> =>
  (await control(client, 'GET /_gamify/requests')).body.data

function printRequest(shell: Shell, request: AnsweredRequest): void {
  shell.printJson(JSON.stringify(request))
  shell.print(requestLine(request, shell.paint))
}
