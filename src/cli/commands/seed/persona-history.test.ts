import { expect, onTestFinished, test } from 'vitest'
import { designDirectory } from '../../../../test/support/design-directory.ts'
import { action, add, point, remove, score } from '../../../../test/support/design-parts.ts'
import { fakeIo } from '../../../../test/support/fake-io.ts'
import { serveGame, START_MS } from '../../../../test/support/http.ts'
import { createClient } from '../../../client/create-client.ts'
import { emptyDesign } from '../../../game/design/source.ts'
import { isProject, readProject } from '../../../project/project.ts'
import { HISTORY_MS } from '../../../scripts/people/generated-history.ts'
import { peopleOf } from '../../../scripts/people/person.ts'
import { createSender } from '../../../scripts/people/send-steps.ts'
import { personaHistory } from './persona-history.ts'

/** A key is luck, and opening needs one. */
const design = {
  ...emptyDesign,
  metrics: [point('keys', { min: '0' })],
  actions: [
    action('wheel', [{ ...add('keys', '1'), probability: 0.5 }]),
    action('open', [remove('keys', '1')], { requires: score('keys', 'ge', '1') }),
  ],
}

test('the running game accepts what was accepted in the lab, because both have the same design and seed', async () => {
  const game = await serveGame({ design, randomSeed: 'another luck' })
  onTestFinished(game.stop)
  const client = createClient({ url: game.url, clientId: 'gamify-staging', clientSecret: 'gamify-dev-secret' })
  onTestFinished(() => client.close())
  const { project: cwd } = await designDirectory()
  const io = fakeIo({ cwd })
  const project = await readProject({ files: io.files, env: {}, cwd })
  if (!isProject(project)) throw new Error('a directory without a gamify.json is a project')
  const historyOf = await personaHistory({ io }, { client, project }, ['regular'])
  const from = START_MS - HISTORY_MS
  const history = historyOf({ people: peopleOf('x'), seed: 'x', count: 10, from, now: START_MS })
  const { sent, done } = await createSender(client).send(history.steps, () => {})
  const { made, leftOut } = history.plays()
  expect([done, sent - 10]).toEqual([sent, made])
  expect(leftOut).toBeGreaterThan(10)
  expect(history.progress(sent)).toEqual([55, 56])
})
