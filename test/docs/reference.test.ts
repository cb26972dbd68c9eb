import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documentsWithFigures, withFigures } from '../../scripts/reference/figures.ts'
import { referencePages } from '../../scripts/reference/pages.ts'

const root = join(import.meta.dirname, '../..')
const directory = join(root, 'docs/reference')

/** What to do, where a page is not what it would be made as now. */
const ADVICE = '`npm run docs` makes it anew'

test('the reference is what the program would make of itself now', async () => {
  const pages = await referencePages()
  expect(readdirSync(directory)).toEqual([...pages.keys()].toSorted())
  for (const [name, text] of pages) {
    const kept = readFileSync(join(directory, name), 'utf8').split('\n')
    const odd = text.split('\n').flatMap((line, place) => (line === kept[place] ? [] : [{ line, kept: kept[place] }]))
    expect(odd.slice(0, 3), `docs/reference/${name}: ${ADVICE}`).toEqual([])
    expect(kept.length, `docs/reference/${name}: ${ADVICE}`).toBe(text.split('\n').length)
  }
})

test.each(documentsWithFigures)('the figures of %s are those of the last bench', (path) => {
  const document = readFileSync(join(root, path), 'utf8')
  expect(document, `${path}: ${ADVICE}`).toBe(withFigures(path, document))
  expect(document).toMatch(/\| \d[\d.]* (?:x|MB) \|/)
})
