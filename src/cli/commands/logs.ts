import * as z from 'zod'
import type { Answer, Client } from '../../client/client.ts'
import { defineCommand } from '../command.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import { followService } from '../follow-service.ts'
import { flag } from '../option.ts'
import { readAs } from '../../terminal/read-as.ts'
import { isRequest, requestLine, type ShownRequest } from '../../terminal/render/request-line.ts'
import { stayWithService, withService, type Service } from '../../terminal/service.ts'
import type { Shell } from '../../terminal/shell.ts'

const REQUESTS_PATH = '/_gamify/requests'

/** `gamify logs`: the requests that the emulator answered, as `gamify serve` logs them. Spec 6.2. */
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
    const answer = await withService(shell, ({ client }) => readRequests(client))
    const requests = requestsIn(answer)
    shell.printJson(answer.text)
    for (const request of requests) shell.print(requestLine(request, shell.paint))
    if (requests.length === 0) shell.note('no requests yet')
    return exitCode.ok
  },
})

const readRequests = (client: Client): Promise<Answer<unknown>> => client.request('GET', REQUESTS_PATH)

const requestsSchema = z.object({ data: z.array(z.custom<ShownRequest>(isRequest)) })

const requestsIn = (answer: Answer<unknown>): readonly ShownRequest[] => readAs(requestsSchema, answer).data

/** Prints requests as they are answered until a signal ends that, also after a restart of the emulator. */
function followRequests(shell: Shell, { client, url }: Service): Promise<number> {
  let last: string | undefined
  return followService(shell, { client, url }, async (reached, signal) => {
    const before = last
    const kept = before === undefined ? [] : requestsIn(await readRequests(client)).map((each) => JSON.stringify(each))
    reached()
    let isKnown = before !== undefined && kept.includes(before)
    for await (const line of client.lines(REQUESTS_PATH, { follow: 'true' }, signal)) {
      const request: unknown = line.startsWith('data:') ? JSON.parse(line.slice('data:'.length)) : undefined
      if (!isRequest(request)) continue
      last = JSON.stringify(request)
      if (isKnown) isKnown = last !== before
      else tell(shell, request)
    }
  })
}

function tell(shell: Shell, request: ShownRequest): void {
  shell.printJson(JSON.stringify(request))
  shell.print(requestLine(request, shell.paint))
}
