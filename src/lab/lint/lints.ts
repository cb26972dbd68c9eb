/** How much lints can matter: a warning is most likely a mistake, a note is worth a look. */
export const severities = ['warning', 'note'] as const

/** How much a lint matters. */
export type Severity = (typeof severities)[number]

/** What is known of all findings of a lint. */
interface LintKind {
  /** The severity of a finding that has none of its own. */
  readonly severity: Severity
  /** What it finds, as a phrase. */
  readonly finds: string
  readonly why: string
  readonly fix: string
}

/** The lints, in the order of the documents. Messages and the reference are made from this table. Spec 7.3 "Lints". */
export const lints = {
  'never-given': {
    severity: 'warning',
    finds: 'a metric, item or state that nothing in the design gives',
    why: 'Nobody ever has more of it than a new player, so whatever asks for more never happens.',
    fix: 'Give it with a reward, a rule or the bootstrap, or remove it. If your server or an operator sets it by the score route, ignore this lint for it.',
  },
  'never-used': {
    severity: 'note',
    finds: 'a metric that no board, requirement, formula or level reads',
    why: 'It changes nothing in the game: at most, profiles show it.',
    fix: 'Read it somewhere, or remove it. If it is there to be shown, ignore this lint for it.',
  },
  'never-playable': {
    severity: 'warning',
    finds: 'an action, activity or rule whose requirement can never be met',
    why: 'No player can ever play it or be given its rewards.',
    fix: 'Change the requirement, or what gives the scores that it asks for.',
  },
  'level-out-of-reach': {
    severity: 'warning',
    finds: 'a level that the scores of its base metric can never reach',
    why: 'Players see a level that nobody can have.',
    fix: 'Change the threshold, the limits of the metric, or what gives it.',
  },
  'free-loop': {
    severity: 'note',
    finds: 'an action that gives points without a rate, a requirement that can fail, a cost or a maximum',
    why: 'Anyone who can call it can have any number of these points, and reach every level and place that they lead to.',
    fix: 'Add a rate, a requirement or a cost, or a maximum to the metric. If your app decides when it is played, ignore this lint for it.',
  },
  pump: {
    severity: 'warning',
    finds: 'actions and triggers that pay for each other, with a gain',
    why: 'A player who plays them in turn has more of everything that they take after each round, without end.',
    fix: 'Raise a price, lower a gain, or add a rate to one of them.',
  },
  'dead-end': {
    severity: 'warning',
    finds: 'a converging parallel gateway whose tokens cannot all come, or a branch that can never be taken',
    why: 'A converging parallel gateway waits for a token from each of its flows. Nothing behind it, or behind such a branch, ever happens.',
    fix: 'Join branches of which a player takes one with an exclusive gateway, or split them with a parallel one. Change what a branch asks for, or remove it.',
  },
  'never-ends': {
    severity: 'warning',
    finds: 'a loop of a process that nothing can leave',
    why: 'A process in it can never be completed, and counts against the limits on active processes for good.',
    fix: 'Add a flow out of the loop, or limit the number of its rounds.',
  },
  waste: {
    severity: 'warning',
    finds: 'a reward whose metric is at its limit whenever it can be given',
    why: 'The reward never changes anything.',
    fix: 'Raise the limit, change the requirement, or remove the reward.',
  },
  'rate-without-effect': {
    severity: 'warning',
    finds: 'a rate that another limit always reaches first',
    why: 'The rate never refuses anything, so it does not say how often players can play.',
    fix: 'Remove the rate, or lower it below the other limit.',
  },
  'still-board': {
    severity: 'warning',
    finds: 'a leaderboard on which no score ever changes',
    why: 'The leaderboard never ranks anybody by what they do.',
    fix: 'Give its metric, rank another one, or remove the leaderboard.',
  },
} as const satisfies Readonly<Record<string, LintKind>>

/** The name of a lint. */
export type LintId = keyof typeof lints

/** The names of all lints, in the order of the documents. */
export const lintIds = Object.keys(lints) as LintId[]
