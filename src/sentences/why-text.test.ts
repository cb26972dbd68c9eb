import { expect, test } from 'vitest'
import type { Why, WhyNot } from '../interface/why-answer.ts'
import { rounded, unmetText } from './requirement-text.ts'
import { whyNotText } from './why-not-text.ts'
import { failuresIn, reasonsFor, whyText } from './why-text.ts'

const ESC = '\u001b]0;gone\u0007'
const xp = { id: 'xp', name: `XP${ESC}`, type: 'point' }
const change = { metric: xp, delta: { old: '20', new: '30' } }

const like: Why = {
  event: {
    event: 'action',
    id: 'e1',
    timestamp: 't',
    actor: { id: 'neo' },
    action: { id: 'like', name: 'Like' },
    changes: [change],
  },
  entry: {
    seq: 7,
    at: '2030-01-06T12:00:00.000Z',
    op: 'actions.play',
    caller: { client: 'c', player: 'neo' },
    input: {},
    design: null,
  },
  follows: null,
  reverted: { id: 'e9', at: '2030-01-07T00:00:00.000Z' },
  others: [],
  same: false,
  note: `careful${ESC}`,
  steps: [
    {
      part: { kind: 'action', id: 'like' },
      player: 'neo',
      event: 'e1',
      looked_at: [
        { kind: 'rate', rate: { count: 3, window_ms: 3_600_000, type: 'FIXED' }, used: 2, held: true, free_at: null },
        { kind: 'draw', of: 'reward of xp', probability: 0.5, drawn: 0.31, held: true },
        {
          kind: 'reward',
          metric: xp,
          verb: 'add',
          value: '$vars.votes / 3',
          computed: [
            { formula: '$vars.votes / 3', value: '3.33333333333333333', reads: { [`$vars.votes${ESC}`]: '10' } },
          ],
          count: 1,
          change,
          limits: [{ by: 'max', sum: '45', limit: '30' }],
        },
        { kind: 'draw', of: 'reward of gold', probability: 0.1, drawn: 0.99, held: false },
      ],
    },
    {
      part: { kind: 'achievement', id: `fan${ESC}` },
      player: 'neo',
      round: 1,
      event: null,
      looked_at: [
        {
          kind: 'requirement',
          requires: { type: 'metric', context: { id: 'xp', operator: 'ge', value: '100.5' } },
          held: false,
          found: '30',
          against: '100.5',
        },
      ],
    },
  ],
  more: 2,
}

const hidden = String.raw`\u{1b}]0;gone\u{7}`

test('an event is told with its luck, its limits, and what has become of it; nothing of it steers a terminal', () => {
  expect(whyText(like)).toEqual([
    `neo played Like: XP${hidden} 20 -> 30`,
    '  event e1',
    '  entry 7 at 2030-01-06T12:00:00.000Z, actions.play by c as neo',
    '  at most 3 per hour: 2 used before',
    `  XP${hidden} 20 -> 30: action 'like' gives $vars.votes / 3 = 3.333333 ($vars.votes${hidden} is 10); cut from 45 to the max 30 (chance 0.5: drew 0.3100)`,
    '  reward of gold: chance 0.1: drew 0.9900, so it gives nothing',
    '  reverted at 2030-01-07T00:00:00.000Z by e9',
    `  careful${hidden}`,
    `rule 'fan${hidden}' did not apply to neo: it needs xp >= 100.5, they have 30 (70.5 missing)`,
    '2 more checks are not shown',
  ])
})

const fan = (id: string, follows: string | null): Why['others'][number] => ({
  event: {
    event: 'custom_rule',
    id,
    timestamp: 't',
    actor: { id: 'neo' },
    rule: { id: 'fan', name: 'Fan' },
    changes: [],
  },
  follows,
  reverted: null,
})

test('of a whole play, each event is below the one that it followed from', () => {
  const part = { kind: 'achievement', id: 'fan' } as const
  const steps = [...like.steps, { part, player: 'neo', event: 'e2', looked_at: [] }]
  const lines = whyText({ ...like, steps, note: undefined, others: [fan('e2', 'e1'), fan('e3', null)] })
  expect(lines.slice(7)).toEqual([
    "  then rule 'Fan' applied to neo: no change",
    '    event e2',
    "rule 'Fan' applied to neo: no change",
    '  event e3',
    expect.stringMatching(/^rule .* did not apply to neo/),
    '2 more checks are not shown',
  ])
})

test('of a play with very many events, the first are told', () => {
  const others = Array.from({ length: 60 }, (_, i) => fan(`e${i}`, 'e1'))
  const lines = whyText({ ...like, others })
  expect(lines.filter((line) => line.startsWith('  then '))).toHaveLength(50)
  expect(lines).toContain('10 more events are not shown; --json lists them')
})

test('a rule that is looked at in several rounds is told once, as it was last', () => {
  const again = { ...like, steps: [...like.steps, ...like.steps.slice(1)] }
  expect(failuresIn(again)).toHaveLength(1)
})

test('choices are told as a list, in what they belong to', () => {
  const gold = (value: string, missing: string) => ({
    kind: 'requirement' as const,
    of: 'like',
    needs: { type: 'metric', context: { id: `gold${ESC}`, operator: 'eq', value } },
    has: '3',
    against: value,
    missing,
  })
  const asked: WhyNot = {
    player_id: 'neo',
    part: { kind: 'action', id: 'like', name: 'Like' },
    possible: false,
    odds: 1,
    stands_in_the_way: [
      {
        kind: 'any_of',
        of: 'like',
        choices: [
          [gold('5', '2')],
          [
            gold('1', '-2'),
            {
              kind: 'requirement',
              of: 'like',
              needs: { type: 'team', context: { definition: 'guild' } },
              name: `Guild${ESC}`,
              has: '0',
              against: '1',
              teams: ['a', 'b'],
            },
          ],
        ],
      },
    ],
    rewards: [
      {
        of: 'rules.0',
        gives: `XP +10${ESC}`,
        possible: false,
        odds: 0,
        stands_in_the_way: [{ kind: 'chance', of: 'rules.0', probability: 0 }],
      },
    ],
  }
  expect(whyNotText(asked)).toEqual([
    "neo cannot play action 'like':",
    '  it needs one of these:',
    `    - it needs gold${hidden} = 5, they have 3 (2 missing)`,
    `    - it needs gold${hidden} = 1, they have 3 (2 too many)`,
    `      they need to be in a team Guild${hidden} (teams to join: a, b)`,
    `  does not give XP +10${hidden}: its chance is 0`,
  ])
})

const team = { type: 'team', context: { definition: 'guild', role: 'officer' } }
const noOfficer = { kind: 'requirement', of: 'like', needs: team, name: 'Guild', has: '0', against: '1' } as const
const asked = (more: Partial<WhyNot>): WhyNot => ({
  player_id: 'neo',
  part: { kind: 'action', id: 'like', name: 'Like' },
  possible: true,
  odds: 1,
  stands_in_the_way: [],
  rewards: [],
  ...more,
})

test('a member of a team without the role is told what role it is', () => {
  const inTheWay = { ...noOfficer, teams: ['g1'], member: [{ team: 'g1', roles: ['master'] }] }
  expect(whyNotText(asked({ possible: false, stands_in_the_way: [inTheWay] }))[1]).toBe(
    "  they need to be in a team Guild as officer, they are in 'g1' as master",
  )
})

test('a play that is sure to give nothing is not called possible with a chance', () => {
  const lost = { of: 'rules.0', gives: 'XP +1', possible: false, odds: 0, stands_in_the_way: [] }
  expect(whyNotText(asked({ odds: 0, rewards: [lost] }))).toEqual([
    "neo can play action 'like', but gets nothing",
    '  does not give XP +1',
  ])
  const part = { ...lost, possible: true, odds: 0.5 }
  expect(whyNotText(asked({ odds: 0.5, rewards: [part] }))).toEqual([
    "neo can play action 'like', with a chance of 0.5",
    '  gives XP +1, with a chance of 0.5',
  ])
})

const HINT = "'gamify why-not neo action like --rewards'"

const full = (of: string): WhyNot['rewards'][number] => ({
  of,
  gives: `${of} +1`,
  possible: false,
  odds: 1,
  stands_in_the_way: [
    { kind: 'chance', of, probability: 0 },
    { kind: 'nothing_to_give', of, reason: `${of} would stay the same` },
  ],
})

test('what blocks a play comes first, and the rewards that it would not give are only counted', () => {
  const rewards = ['XP', 'Gold'].map(full)
  const refused = asked({ possible: false, stands_in_the_way: [noOfficer], rewards })
  expect(whyNotText(refused, HINT)).toEqual([
    "neo cannot play action 'like':",
    '  they need to be in a team Guild as officer',
    "  2 more rules would not give their full rewards now; 'gamify why-not neo action like --rewards' explains this",
  ])
  expect(whyNotText(refused).slice(2)).toEqual([
    '  does not give XP +1: its chance is 0',
    '  does not give Gold +1: its chance is 0',
  ])
})

test('of a possible play the first rewards that it would not give are explained', () => {
  const rewards = Array.from({ length: 7 }, (_, i) => full(`M${i}`))
  const lines = whyNotText(asked({ rewards }), HINT)
  expect(lines).toHaveLength(7)
  expect(lines.at(-1)).toBe(
    "  2 more rules would not give their full rewards now; 'gamify why-not neo action like --rewards' explains this",
  )
  expect(whyNotText(asked({ rewards }))).toHaveLength(8)
})

test('a strict comparison says how much is enough', () => {
  const unmet = (not: boolean): Why => ({
    ...like,
    steps: [
      {
        part: { kind: 'achievement', id: 'fan' },
        player: 'neo',
        event: null,
        looked_at: [
          {
            kind: 'requirement',
            requires: { type: 'metric', not, context: { id: 'xp', operator: not ? 'le' : 'gt', value: '5' } },
            held: false,
            found: '5',
            against: '5',
          },
        ],
      },
    ],
  })
  expect(failuresIn(unmet(false))[0]).toContain('they have 5 (1 missing)')
  expect(failuresIn(unmet(true))[0]).toContain('they have 5 (1 missing)')
})

test.each([
  ['0.33333333333333', '0.333333'],
  ['-1.99999999', '-2'],
  ['12.0000004', '12'],
  ['0.05', '0.05'],
  ['Level 1.00000001', 'Level 1.00000001'],
])('%s is told as %s', (text, shown) => expect(rounded(text)).toBe(shown))

const requires = (type: string, context: object) => ({ type, context })

test.each([
  [
    {
      requires: requires('var', { lhs: '$scores.xp', operator: 'gt', rhs: '$scores.gold / 3' }),
      against: '1.33333333',
    },
    'it needs $scores.xp > $scores.gold / 3 (= 1.333333), it is 1',
  ],
  [
    { requires: requires('metric', { id: 'p', operator: 'ge', value: '9' }), name: 'Power', formula: '$scores.xp * 2' },
    'it needs Power >= 9 (Power = $scores.xp * 2), they have 1',
  ],
  [
    { requires: requires('time', { func: 'day_of_week', operator: 'eq', value: '3' }), against: '3' },
    'it needs day of week = Tuesday, it is Sunday',
  ],
])('what is unmet is told with what it comes to: %#', (shown, text) =>
  expect(unmetText(shown, '1', undefined)).toBe(text),
)

test('a rule of an action that gave nothing is one line, and what another needed says that it holds', () => {
  const judged = (rule: number, held: boolean, found: string, value: string) => ({
    kind: 'requirement' as const,
    requires: { type: 'metric', context: { id: 'xp', operator: 'ge', value } },
    held,
    found,
    against: value,
    rule,
  })
  const branch = (rule: number, held: boolean) => ({
    kind: 'requirement' as const,
    requires: { type: 'or', expression: [] },
    held,
    rule,
  })
  const looked_at = [
    judged(0, false, '3', '5'),
    judged(0, true, '3', '1'),
    branch(0, true),
    judged(1, false, '3', '7'),
    judged(1, false, '3', '9'),
    branch(1, false),
  ]
  const lines = reasonsFor(
    { ...like, steps: [{ part: { kind: 'action', id: 'like' }, player: 'neo', event: 'e1', looked_at }] },
    'e1',
  )
  expect(lines).toEqual([
    'xp >= 1: yes (3)',
    'rule 2 gave nothing: it needs xp >= 7, they have 3 (4 missing); it needs xp >= 9, they have 3 (6 missing)',
  ])
})
