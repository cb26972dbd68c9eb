// The plays of a script, call by call, by nothing but undici. Arguments: the address, an access token, the script.
import { readFileSync } from 'node:fs'
import { Agent, request } from 'undici'

const [url = '', authorization = '', file = ''] = process.argv.slice(2)
const { steps } = JSON.parse(readFileSync(file, 'utf8')) as { steps: readonly { as: string; action: string }[] }
const dispatcher = new Agent()
for (const { as, action } of steps) {
  const { statusCode, body } = await request(`${url}/v2/runtime/actions/${action}/play?player_id=${as}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: '{}',
    dispatcher,
  })
  await body.json()
  if (statusCode !== 200) throw new Error(`a play is answered with ${statusCode}`)
}
await dispatcher.close()
