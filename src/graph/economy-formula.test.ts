import { expect, test } from 'vitest'
import { formulaWords } from './economy-formula.ts'
import { namesOf } from './economy-names.ts'

const names = namesOf({
  metrics: [
    { id: 'xp', name: 'XP', type: 'point' },
    { id: 'badges', name: 'Badges', type: 'set' },
    { id: 'ratio', name: 'Win/Loss', type: 'point' },
  ],
  actions: [],
  teams: [],
})

test.each([
  ['15 + $vars.votes * 5', '15 + votes × 5'],
  ['(15 + $vars.votes) * 5', '(15 + votes) × 5'],
  ["$scores['xp'] / $scores.badges.Fan", 'XP / Fan in Badges'],
  ['$scores.badges % 2', 'number of different Badges modulo 2'],
  ['$vars.a - ($vars.b - $vars.c)', 'a - (b - c)'],
  ['($vars.a - $vars.b) - $vars.c', 'a - b - c'],
  ['$vars.a * ($vars.b / $vars.c)', 'a × (b / c)'],
  ['$vars.a + ($vars.b / $vars.c)', 'a + b / c'],
  ['-$vars.a * -2', '-a × (-2)'],
  ['-($vars.a + 1)', '-(a + 1)'],
  ["'a' + $vars['a-b']", "'a' + 'a-b'"],
  ['$scores.ratio * 2', "'Win/Loss' × 2"],
  ['$vars.XP + $scores.xp', 'XP (variable) + XP'],
  ['$scores.unknown + 007.0', 'unknown + 7'],
])('the formula %s is %s', (formula, words) => expect(formulaWords(formula, names)).toBe(words))
