import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { designDirectory } from '../../../test/support/design-directory.ts'
import { launchDesign } from '../../../test/support/launch-simulation.ts'
import { problemText } from '../../project/problem.ts'
import { nodeFileSystem } from '../../storage/fs.ts'
import { readChecks } from './read-checks.ts'

/** Reads a project with these files in `checks/`: their ids, or their problems as texts. */
async function read(texts: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
  const { project } = await designDirectory()
  await mkdir(join(project, 'checks'))
  for (const [name, value] of Object.entries(texts))
    await writeFile(join(project, 'checks', name), typeof value === 'string' ? value : JSON.stringify(value, null, 1))
  const found = await readChecks(nodeFileSystem(), project, launchDesign)
  return 'problems' in found
    ? found.problems.map((problem) => problemText(problem, project))
    : found.checks.map(({ check }) => `${check.kind} ${check.id}`)
}

const comparing = (lhs: string) => ({ type: 'var', context: { lhs, operator: 'ge', rhs: '0' } })
const one = async (check: object) => (await read({ 'a.json': check }))[0]

test('a file has one check, whose id is the name of the file by default, or an array', async () => {
  const all = [
    { id: 'no-debt', always: comparing('$scores.coins') },
    { id: 'worth-grows', never_falls: 'worth' },
    { id: 'gold', reachable: 'badges:Fan: a true one', within_plays: 200 },
    { id: 'earned', unreachable: 'rank:Gold', within_plays: 20 },
    { id: 'no-farm', at_most: { metric: 'coins', gain: 500, within: '1d' } },
    { id: 'tour-ends', ends: 'tour', within_plays: 30 },
  ]
  const ids = ['always no-debt', 'never_falls worth-grows', 'reachable gold', 'unreachable earned']
  expect(await read({ 'b.json': all, 'xp-grows.json': { $schema: 'x', never_falls: 'xp' } })).toEqual([
    ...ids,
    'at_most no-farm',
    'ends tour-ends',
    'never_falls xp-grows',
  ])
})

test('every problem says where it is and what is the nearest name', async () => {
  expect(await one({ never_falls: 'xpp' })).toBe(
    "checks/a.json:2:17: never_falls: unknown metric 'xpp' (did you mean 'xp'?)",
  )
  expect(await one({ reachable: 'rank:Golt', within_plays: 2 })).toContain("no state 'Golt' (did you mean 'Gold'?)")
  expect(await one({ reachable: 'badges:Rooki', within_plays: 2 })).toContain(
    "no item 'Rooki' (did you mean 'Rookie'?)",
  )
  expect(await one({ ends: 'tours', within_plays: 2 })).toContain("unknown process 'tours' (did you mean 'tour'?)")
  expect(await one({ nevr_falls: 'xp' })).toContain("unknown field 'nevr_falls' (did you mean 'never_falls'?)")
})

test('what contradicts itself or cannot be computed is refused', async () => {
  expect(await one({ never_falls: 'xp', ends: 'tour', within_plays: 1 })).toContain(
    "expected only one of 'never_falls' and 'ends'",
  )
  expect(await one({ ends: 'tour' })).toContain('within_plays: missing; expected number')
  expect(await one({ unreachable: 'rank:Gold', within_plays: 0 })).toContain('expected a number of at least 1')
  expect(await one({ at_most: { metric: 'coins', gain: 0, within: '1d' } })).toContain('expected a gain above 0')
  expect(await one({ at_most: { metric: 'coins', gain: 5, within: '1 day' } })).toContain('not a valid window')
  expect(await one({ at_most: { metric: 'worth', gain: 5, within: '1d' } })).toContain('expected a point metric')
  expect(await one({ always: comparing('$vars.votes') })).toContain("the variable 'votes' is not available here")
  expect(await one({ always: {} })).toContain('{} always holds')
  expect(await one({ always: { type: 'and', expression: [] } })).toContain("an empty 'and' always holds")
  const nested = { type: 'and', expression: [comparing('1'), { type: 'or', expression: [] }] }
  expect(await one({ always: nested })).toContain(
    "always.expression.1.expression: expected a requirement; an empty 'or' never holds",
  )
  expect(await one({ never_falls: 'rank' })).toContain('has no level rule')
})

test('each check has its own id, in a file and in all of them', async () => {
  const check = { id: 'grows', never_falls: 'xp' }
  expect(await one([check, check])).toContain("the id 'grows' is already used by check 1 of this file")
  expect((await read({ 'a.json': check, 'b.json': [check] }))[0]).toContain("already used in 'checks/a.json'")
  expect(await one([{ never_falls: 'xp' }])).toContain("missing 'id'")
  expect((await read({ 'a.json': '{' }))[0]).toContain('checks/a.json:1:')
})
