import { rename, rm, utimes } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { designDirectory } from '../../test/support/design-directory.ts'
import { nodeFileSystem } from '../storage/fs.ts'
import { watchConfig } from './config-watch.ts'

test.each(['events', 'poll'] as const)(
  'each save that makes it another is told, and nothing else (%s)',
  async (watch) => {
    const { at, write } = await designDirectory({ 'gamify.json': { port: 1 } })
    let told = 0
    const config = await watchConfig({
      files: nodeFileSystem(),
      path: at('gamify.json'),
      watch,
      onChange: () => (told += 1),
      warn: (message) => expect.unreachable(message),
    })
    onTestFinished(() => config.close())
    const tells = async (times: number): Promise<void> => {
      await expect.poll(() => told, { timeout: 4000 }).toBe(times)
      await sleep(300)
      expect(told).toBe(times)
    }
    await write('gamify.jsonc', {})
    await utimes(at('gamify.json'), 1, 1)
    await tells(0)
    await write('gamify.json', { port: 2 })
    await tells(1)
    await write('new.json', { port: 3 })
    await rename(at('new.json'), at('gamify.json'))
    await tells(2)
    await write('gamify.json', { port: 1 })
    await tells(2)
    await rm(at('gamify.json'))
    await tells(3)
  },
)
