import { join } from 'node:path'
import { expect, test } from 'vitest'
import { action, add, designOf, point, set, state } from '../../../test/support/design-parts.ts'
import { gameInfo } from '../../../test/support/memory-game.ts'
import type { Design } from '../../game/design/design.ts'
import type { DesignSource } from '../../game/design/source.ts'
import { isBroken, loadDesign } from '../../project/load-design.ts'
import { nodeFileSystem } from '../../storage/fs.ts'
import { checkDesign } from './check-design.ts'
import { parseChecks } from './parse-checks.ts'
import { checkReport } from './summary.ts'

const gem = (item: string) => ({
  metric: { id: 'bag', type: 'set' },
  verb: 'add',
  value: { [item]: '1' },
})
const rich = { type: 'metric', context: { id: 'gold', type: 'point', operator: 'ge', value: '999999' } }

/** Two actions that nobody can play give XP, gold and a gem. */
const parts = {
  metrics: [point('xp'), point('gold'), point('dust'), set('bag', ['Gem', 'Stone']), state('rank', 'Low', 'High')],
  actions: [
    action('like', [add('xp', '1'), gem('Stone')]),
    { ...action('mine', [add('xp', '5'), gem('Gem')]), requires: rich } as never,
    { ...action('sweep', [add('dust', '1')]), requires: rich } as never,
  ],
  rules: [
    {
      id: 'ladder',
      name: 'Ladder',
      type: 'level',
      base_metric: 'xp',
      level_metric: 'rank',
      levels: [{ rank: 'Low', threshold: '1000000000000' }, { rank: 'High' }],
    } as never,
  ],
} satisfies Partial<DesignSource>

async function reported(check: object, design: Design, runs = 20) {
  const parsed = parseChecks({ id: 'it', ...check }, design, '')
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  const checks = parsed.checks.map((each) => each.check)
  const options = { design, game: gameInfo, zoneOffset: () => 0, checks, seed: 'check', runs, now: Date.now }
  const outcome = await checkDesign(options)
  const scripted = outcome.outcomes.map((each) => ({ ...each, found: undefined }))
  return checkReport(outcome, scripted, [], 'check')
}

const lowerThan = (id: string, item?: string) => ({
  always: { type: 'metric', context: { id, ...(item !== undefined && { item }), operator: 'ge', value: '0' } },
})
const mined = (place: number) => `actions/mine rules.0.rewards.${place}`

test.each([
  [{ never_falls: 'xp' }, [mined(0)]],
  [{ at_most: { metric: 'dust', gain: 5, within: '1d' } }, ['actions/sweep rules.0.rewards.0']],
  [lowerThan('bag', 'Gem'), [mined(1)]],
  [lowerThan('bag', 'Stone'), []],
  [{ never_falls: 'rank' }, [mined(0), 'rules/ladder levels.1']],
  [{ unreachable: 'rank:High', within_plays: 2 }, [mined(0)]],
  [{ always: { type: 'action', context: { id: 'mine', operator: 'le', value: 9 } } }, ['actions/mine ']],
])('a check that holds names what it depends on and was never reached: %j', async (check, unreached) => {
  const [found] = (await reported(check, designOf(parts))).checks
  expect(found?.holds).toBe(true)
  expect((found?.unreached ?? []).map(({ component, id, path }) => `${component}/${id} ${path}`)).toEqual(unreached)
  const [first] = unreached
  const words = unreached.length === 1 ? ', but 1 part that it depends on was never reached: ' : ' never reached: '
  if (first === undefined) expect(found?.verdict).toMatch(/ plays$/)
  else expect(found?.verdict).toContain(words + first.trim())
})

test('all of the starter can be covered, its lowest level included, which players have from the start', async () => {
  const starter = await loadDesign(nodeFileSystem(), join('templates', 'starter', 'design'))
  if (isBroken(starter)) throw new Error('the template is broken')
  const { coverage, checks } = await reported({ never_falls: 'rank' }, starter, 300)
  expect(coverage.parts.filter(({ count }) => count === 0)).toEqual([])
  expect([coverage.percent, checks[0]?.unreached]).toEqual([100, undefined])
})
