import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../src/cli/package-root.ts'

// Each example is whole, so that it can be copied out of the repository. What two of them have is the same in both.
test.each(['src/session.ts', 'src/game.ts'])('the examples for pages have the same %s', async (file) => {
  const [browser, react] = await Promise.all(
    ['browser', 'react'].map((name) => readFile(join(packageRoot, 'examples', name, file), 'utf8')),
  )
  expect(react).toBe(browser)
})
