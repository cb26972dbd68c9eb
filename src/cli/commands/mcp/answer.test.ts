import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fakeIo } from '../../../../test/support/fake-io.ts'
import { packageRoot } from '../../package-root.ts'
import { answerOf } from './answer.ts'
import { inputOf } from './tool.ts'
import { tools } from './tools.ts'

const options = {
  json: false,
  quiet: false,
  colourless: true,
  verbose: false,
  config: undefined,
  url: undefined,
  runtime: undefined,
  as: undefined,
}

test('a simulation that is cancelled makes no report, which would keep the server busy for seconds', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'gamify-answer-'))
  try {
    await cp(join(packageRoot, 'templates/starter'), cwd, { recursive: true })
    const tool = tools.find(({ name }) => name === 'simulate')
    if (!tool) throw new Error('there is no tool simulate')
    const ending = new AbortController()
    const answer = await answerOf(tool, inputOf(tool, false).parse({ players: 100_000, days: 1000 }), {
      io: fakeIo({ cwd }),
      options,
      access: undefined,
      mayChange: false,
      signal: ending.signal,
      onProgress: () => ending.abort(),
    })
    expect(answer).toEqual({ text: 'cancelled', isError: true })
  } finally {
    await rm(cwd, { recursive: true })
  }
})
