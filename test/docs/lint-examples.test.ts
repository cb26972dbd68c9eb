import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lintExamples, mendedParts } from '../../scripts/reference/lint-examples.ts'
import { lintDesign } from '../../src/lab/lint/lint-design.ts'
import { lintIds } from '../../src/lab/lint/lints.ts'
import { isBroken, loadDesign } from '../../src/project/load-design.ts'
import { nodeFileSystem } from '../../src/storage/fs.ts'
import { designOf } from '../support/design-parts.ts'

const examples = lintIds.flatMap((id) => lintExamples[id].map((example, i) => ({ id, example, number: i + 1 })))

test.each(examples)('example $number of $id has that finding once, and is mended', ({ id, example }) => {
  const found = lintDesign(designOf(example.flawed)).filter((finding) => finding.id === id)
  expect(found).toHaveLength(1)
  expect(lintDesign(designOf(mendedParts(example)))).toEqual([])
})

test.each(readdirSync('templates').filter((name) => !name.includes('.')))(
  'the template %s has no warnings',
  async (name) => {
    const design = await loadDesign(nodeFileSystem(), join('templates', name, 'design'))
    if (isBroken(design)) throw new Error(`the template ${name} has problems`)
    expect(new Set(lintDesign(design).map(({ id }) => id)).difference(new Set(['free-loop']))).toEqual(new Set())
  },
)
