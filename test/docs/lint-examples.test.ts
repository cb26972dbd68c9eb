import { expect, test } from 'vitest'
import { lintExamples, mendedParts } from '../../scripts/reference/lint-examples.ts'
import { lintDesign } from '../../src/lab/lint/lint-design.ts'
import { lintIds } from '../../src/lab/lint/lints.ts'
import { designOf } from '../support/design-parts.ts'

test.each(lintIds)('the example of %s has that finding, and no other warning, and is mended', (id) => {
  const { flawed } = lintExamples[id]
  const found = lintDesign(designOf(flawed)).filter((finding) => finding.id === id)
  expect(found).toHaveLength(1)
  expect(lintDesign(designOf(mendedParts(lintExamples[id])))).toEqual([])
})
