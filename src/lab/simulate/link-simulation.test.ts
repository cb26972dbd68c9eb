import { describe, expect, test } from 'vitest'
import { launch, launchDesign } from '../../../test/support/launch-simulation.ts'
import { pathText } from '../../game/kernel/schema-problems.ts'
import { parseSimulation } from './simulation-file.ts'

/** Returns the problems of a list of expectations, at paths within the list. */
function texts(expected: unknown): readonly string[] {
  const parsed = parseSimulation({ ...launch, expect: expected }, launchDesign, { id: 'test' })
  return 'problems' in parsed
    ? parsed.problems.map(({ path, message }) => `${pathText(path.slice(1))}: ${message}`)
    : []
}

const REACH_FORMS = `expected '<state metric>:<state>', '<set metric>:<item>' or 'process:<definition>'`
const FLOW_FORMS = `expected '<point metric>' or '<set metric>:<item>'`
const FIGURES = `'total', 'mean', 'p5', 'p25', 'median', 'p75', 'p95', 'gini'`
const some = { share: { min: 0.5 } }

describe('the problem of an expectation', () => {
  test.each<[unknown, string]>([
    [5, `0: expected an expectation: an object with 'reach', 'metric', 'flow', 'refused' or 'active'`],
    [{ metrc: 'xp' }, `0.metrc: unknown field 'metrc' (did you mean 'metric'?)`],
    [{ metric: 'xp', flow: 'xp', of: 'mean' }, `0.flow: expected only one of 'metric' and 'flow'`],
    [{ reach: 'rank:Glod', ...some }, `0.reach: metric 'rank' has no state 'Glod' (did you mean 'Gold'?)`],
    [{ reach: 'badges:Rooki', ...some }, `0.reach: metric 'badges' has no item 'Rooki' (did you mean 'Rookie'?)`],
    [{ reach: 'rnak:Gold', ...some }, `0.reach: unknown metric 'rnak' (did you mean 'rank'?)`],
    [{ reach: 'rank', ...some }, `0.reach: expected a metric and its state, such as 'rank:Bronze'`],
    [{ reach: 'xp:100', ...some }, `0.reach: metric 'xp' is of type point; ${REACH_FORMS}`],
    [{ reach: 'Gold', ...some }, `0.reach: ${REACH_FORMS}`],
    [{ reach: 'process:tuor', ...some }, `0.reach: unknown process 'tuor' (did you mean 'tour'?)`],
    [
      { reach: 'rank:Gold', min: 0.5 },
      `0: expected one of 'share', 'median_days' and 'median_plays' next to 'reach', such as "share": { "min": 0.5 }`,
    ],
    [
      { reach: 'rank:Gold', ...some, min: 0.5 },
      `0.min: unknown field 'min'; with 'share', expected only 'reach', 'by_day', 'persona'`,
    ],
    [
      { reach: 'rank:Gold', ...some, median_days: { max: 3 } },
      `0.median_days: expected only one of 'share' and 'median_days'`,
    ],
    [{ reach: 'rank:Gold', by_day: 31, ...some }, '0.by_day: expected a day from 1 to 30'],
    [{ reach: 'rank:Gold', share: {} }, `0.share: expected 'min', 'max' or both`],
    [{ reach: 'rank:Gold', share: { min: 90 } }, '0.share.min: expected a share from 0 to 1'],
    [{ reach: 'rank:Gold', share: { min: 0.9, max: 0.1 } }, '0.share.min: expected min to be at most max'],
    [{ reach: 'rank:Gold', median_days: { min: -1 } }, '0.median_days.min: expected a number of at least 0'],
    [
      { reach: 'rank:Gold', persona: 'gridner', ...some },
      `0.persona: unknown persona 'gridner' (did you mean 'grinder'?)`,
    ],
    [{ metric: 'coin', of: 'mean', min: 1 }, `0.metric: unknown metric 'coin' (did you mean 'coins'?)`],
    [
      { metric: 'rank', of: 'mean', min: 1 },
      `0.metric: metric 'rank' is of type state; expected a point or compound metric`,
    ],
    [{ metric: 'xp', min: 1 }, `0.of: missing; expected one of ${FIGURES}`],
    [{ metric: 'xp', of: 'given', min: 1 }, `0.of: expected one of ${FIGURES}`],
    [{ metric: 'xp', of: 'gin', min: 1 }, `0.of: expected one of ${FIGURES} (did you mean 'gini'?)`],
    [{ metric: 'xp', of: 'mean' }, `0: expected 'min', 'max' or both`],
    [{ metric: 'xp', of: 'mean', min: 2, max: 1 }, '0.min: expected min to be at most max'],
    [{ metric: 'xp', of: 'mean', min: 1, day: 31 }, '0.day: expected a day from 1 to 30'],
    [
      { metric: 'xp', of: 'mean', min: 1, ...some },
      `0.share: unknown field 'share'; with 'metric', expected only 'of', 'day', 'min', 'max', 'persona'`,
    ],
    [{ flow: 'badges', of: 'given', min: 1 }, `0.flow: expected a metric and its item, such as 'badges:Rookie'`],
    [{ flow: 'badges:Fun', of: 'given', min: 1 }, `0.flow: metric 'badges' has no item 'Fun'`],
    [{ flow: 'coins:Fan', of: 'given', min: 1 }, `0.flow: metric 'coins' has no item 'Fan'`],
    [
      { flow: 'worth', of: 'given', min: 1 },
      `0.flow: metric 'worth' is of type compound, which has no flows; ${FLOW_FORMS}`,
    ],
    [
      { flow: 'rank', of: 'given', min: 1 },
      `0.flow: metric 'rank' is of type state, which has no flows; ${FLOW_FORMS}`,
    ],
    [
      { refused: 'rate_limit', ...some },
      `0.refused: 'rate_limit' is not an error code of the service (did you mean 'rate_limit_exceeded'?)`,
    ],
    [{ active: false, day: 7, ...some }, '0.active: expected true'],
    [{ active: true, day: 31, ...some }, '0.day: expected a day from 1 to 30'],
  ])('%j', (value, expected) => {
    expect(texts([value])).toEqual([expected])
  })

  test('is told of a value that is not a list', () => {
    expect(texts({})).toEqual([': expected array, found object'])
  })
})
