import { expect, test } from 'vitest'
import { launchDesign } from '../../../test/support/launch-simulation.ts'
import { parseFigure } from './figure.ts'

const parse = (text: string) => parseFigure(text, { design: launchDesign, days: 30, personas: ['casual', 'grinder'] })

test.each([
  ['reach:rank:Gold.median_days@grinder', { reach: 'rank:Gold', median_days: {}, persona: 'grinder' }],
  ['reach:badges:Fan: a true one.share#7', { reach: 'badges:Fan: a true one', by_day: 7, share: {} }],
  ['reach:process:tour.median_plays', { reach: 'process:tour', median_plays: {} }],
  ['metric:coins.gini@casual', { metric: 'coins', of: 'gini', day: 30, persona: 'casual' }],
  ['metric:coins.gini#29@casual', { metric: 'coins', of: 'gini', day: 29, persona: 'casual' }],
  ['metric:worth.p95', { metric: 'worth', of: 'p95', day: 30 }],
  ['flow:coins.taken_per_given', { flow: 'coins', of: 'taken_per_given' }],
  ['flow:badges:Rookie.given@casual', { flow: 'badges:Rookie', of: 'given', persona: 'casual' }],
  ['refused:rate_limit_exceeded.share', { refused: 'rate_limit_exceeded', share: {} }],
  ['active.share#7', { active: true, day: 7, share: {} }],
  ['active.share', { active: true, day: 30, share: {} }],
])('%s is a figure', (text, figure) => {
  expect(parse(text)).toEqual(figure)
})

const NO_FIGURE =
  'is not a figure; expected one such as reach:rank:Gold.median_days, metric:coins.gini#30@casual, flow:coins.given, refused:rate_limit_exceeded.share, active.share#7'

test.each([
  ['', `'' ${NO_FIGURE}`],
  ['coins', `'coins' ${NO_FIGURE}`],
  ['metric:coins', `'metric:coins' ${NO_FIGURE}`],
  ['metrics:coins.mean', `'metrics:coins.mean' ${NO_FIGURE}`],
  ['metric:coins.mean#x', `'metric:coins.mean#x' ${NO_FIGURE}`],
  ['metric:coin.mean', `'metric:coin.mean': unknown metric 'coin' (did you mean 'coins'?)`],
  ['metric:coins.means', `'metric:coins.means': 'metric' has no figure 'means' (did you mean 'mean'?)`],
  ['flow:coins.mean', `'flow:coins.mean': 'flow' has no figure 'mean'; expected 'given', 'taken', 'taken_per_given'`],
  ['flow:coins.given#3', `'flow:coins.given#3': 'flow' counts all days; expected no '#3'`],
  ['reach:rank:Glod.share', `'reach:rank:Glod.share': metric 'rank' has no state 'Glod' (did you mean 'Gold'?)`],
  ['active.share#0', `'active.share#0': expected a day from 1 to 30`],
  ['active.share@causal', `'active.share@causal': unknown persona 'causal' (did you mean 'casual'?)`],
  [
    'refused:rate_limit.share',
    `'refused:rate_limit.share': 'rate_limit' is not an error code of the service (did you mean 'rate_limit_exceeded'?)`,
  ],
])('%s is none', (text, problem) => {
  expect(parse(text)).toEqual({ problem })
})
