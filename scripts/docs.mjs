// `npm run docs`: writes docs/reference from the definitions of the program and from bench/results.json, and updates
// the figures in other documents.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { documentsWithFigures, withFigures } from './reference/figures.ts'
import { referencePages } from './reference/pages.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const directory = join(root, 'docs/reference')

const pages = await referencePages()
rmSync(directory, { recursive: true, force: true })
mkdirSync(directory)
for (const [name, text] of pages) writeFileSync(join(directory, name), text)

for (const path of documentsWithFigures) {
  const document = join(root, path)
  writeFileSync(document, withFigures(path, readFileSync(document, 'utf8')))
}
console.log(`${pages.size} pages in docs/reference`)
