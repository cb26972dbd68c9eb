import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const field = (path: string, name: string): unknown => JSON.parse(read(path))[name]

test('the README and the installing guide name the Node that package.json needs, and the one that a checkout installs', () => {
  const { node } = field('package.json', 'engines') as { readonly node: string }
  const needed = node.replace('>=', '')
  const [pinned] = String(field('tools/node/package.json', 'version')).split('.')
  expect(read('README.md')).toContain(`If your Node is older than ${needed}, gamify runs on Node ${pinned}`)
  expect(read('docs/guides/installing.md')).toContain(`The package needs Node ${needed} or newer.`)
  expect(read('docs/guides/installing.md').replaceAll('\n', ' ')).toContain(`installs Node ${pinned} for itself`)
})
