import { expect, test } from 'vitest'
import type { Client } from '../client/client.ts'
import { ServiceError } from '../client/service-error.ts'
import { pictureOf } from './picture.ts'
import type { ShownProcess } from './render/process-text.ts'

const process = { id: 'neo/tour', definition: { id: 'tour' }, owner: { id: 'neo' } } as ShownProcess
const design = { id: 'tour', name: 'Tour', activities: [{ id: 'visit', name: 'Visit', type: 'task' }] }
const containers = { tour: { key: 'tour', tokens: 1, nodes: { visit: { state: 'READY', tokens: 1 } } } }

/** A service that answers the call for the design, and that for the states, so; an error is thrown. */
function serviceOf(designs: object, states: object): Pick<Client, 'call'> {
  const call = (route: string): Promise<unknown> => {
    const answer = route.includes('/design/') ? designs : states
    return answer instanceof ServiceError ? Promise.reject(answer) : Promise.resolve({ body: answer })
  }
  return { call } as unknown as Pick<Client, 'call'>
}
const refusal = (status: number, error: string): ServiceError =>
  new ServiceError({ status, text: JSON.stringify({ error, error_description: `because of ${error}` }) })

test('a process is drawn by the design of latest and its states', async () => {
  const picture = await pictureOf(serviceOf(design, { containers }), process)
  expect(picture).toMatchObject({ design: { id: 'tour' }, containers })
})

test.each([
  ['the design is gone', refusal(404, 'process_not_found'), { containers }, 'the latest design no longer has it'],
  ['the owner is disabled', design, refusal(401, 'access_denied'), 'because of access_denied'],
  ['the design is of another shape', { ...design, activities: 5 }, { containers }, 'in an unknown form'],
])('nothing is drawn where %s, and it is told why', async (_, designs, states, why) => {
  const picture = await pictureOf(serviceOf(designs, states), process)
  expect(picture).toEqual({ missing: expect.stringContaining(why) })
})

test.each([
  [refusal(500, 'storage_failed'), { containers }],
  [design, refusal(500, 'storage_failed')],
  [design, refusal(404, 'process_not_found')],
  [refusal(401, 'access_denied'), { containers }],
])('what goes wrong else is told as it is, %#', async (designs, states) => {
  await expect(pictureOf(serviceOf(designs, states), process)).rejects.toBeInstanceOf(ServiceError)
})
