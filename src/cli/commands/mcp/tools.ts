import * as z from 'zod'
import { MAX_DAYS, MAX_PLAYERS } from '../../../lab/simulate/simulation.ts'
import { usageError } from '../../../terminal/cli-error.ts'
import {
  actor,
  defineTool,
  designDirectory,
  files,
  named,
  page,
  pairsOf,
  playCount,
  position,
  positionOf,
  requireOne,
  type Tool,
  variables,
} from './tool.ts'

const designValidate = defineTool({
  name: 'design_validate',
  about:
    'Lists every problem of the design files with file, line and column. Call it after each change of a design file.',
  reads: { design: designDirectory() },
  changes: {},
  isForFiles: true,
  run: async ({ design }, { shell }) =>
    (await import('../design/validate.ts')).validate.run({ directory: undefined, design, reporter: undefined }, shell),
})

const designLint = defineTool({
  name: 'design_lint',
  about:
    'Finds what a valid design most likely does not intend: parts that nothing gives or reads, levels out of reach, ' +
    'processes that get stuck, points without end.',
  reads: { design: designDirectory() },
  changes: {},
  isForFiles: true,
  run: async ({ design }, { shell }) =>
    (await import('../design/lint.ts')).lint.run(
      { directory: undefined, design, strict: false, reporter: undefined },
      shell,
    ),
})

const designDiff = defineTool({
  name: 'design_diff',
  about: 'Shows the differences between two designs, by default between the running game and the design files.',
  reads: {
    from: named(
      "The old design: latest, stash, files, a version such as v1, or a directory (default: 'latest')",
    ).optional(),
    to: named("The new design, named in the same way (default: 'files')").optional(),
  },
  changes: {},
  run: async ({ from, to }, { shell }) =>
    (await import('../design/diff.ts')).diff.run({ from, to, exitCode: false }, shell),
})

const player = defineTool({
  name: 'player',
  about: 'Shows a player: scores, levels, badges, teams.',
  reads: { id: named('The player'), at: position('Show the player as of').optional() },
  changes: {},
  run: async ({ id, at }, { shell }) =>
    (await import('../player/show.ts')).show.run({ id, at: positionOf('at', at) }, shell),
})

const players = defineTool({
  name: 'players',
  about: 'Lists players.',
  reads: page,
  changes: {},
  run: async ({ limit, skip }, { shell }) => (await import('../player/list.ts')).list.run({ limit, skip }, shell),
})

const actions = defineTool({
  name: 'actions',
  about:
    'Lists the actions of the running game with their variables and limits. With a player, also how often the player ' +
    'has played each, and whether they can play it now.',
  reads: { as: actor().optional() },
  changes: {},
  run: async (_, { shell }) => (await import('../action/list.ts')).list.run({}, shell),
})

const play = defineTool({
  name: 'play',
  about:
    'Plays in the running game, and lists the effects: an action, a trigger of a process, or a custom rule. Give action, ' +
    'or process and trigger, or rule; as is the player.',
  reads: {},
  changes: {
    as: actor().optional(),
    action: named('The action to play').optional(),
    process: named('The process of the trigger').optional(),
    trigger: named('The trigger to play').optional(),
    rule: named('The custom rule to evaluate').optional(),
    count: playCount(),
    variables: variables(),
    scopes: z
      .record(z.string(), z.string())
      .default({})
      .describe('The scopes of custom leaderboards that it counts in, each with its entity'),
    explain: z.boolean().default(false).describe('Explain every effect, or why the play was refused'),
  },
  alwaysChanges: true,
  async run(input, { shell }) {
    requireOne(input, ['action', 'trigger', 'rule'], true)
    const { action, process, trigger, rule, count, explain } = input
    if ((process === undefined) !== (trigger === undefined))
      throw usageError('process and trigger belong together', 'give both of them, or neither')
    if (action === undefined && count !== undefined) throw usageError('count works only with action', 'remove it')
    const scopes = pairsOf(input.scopes)
    const given = pairsOf(input.variables)
    if (action !== undefined)
      return (await import('../play/action.ts')).action.run(
        { id: action, count, variables: given, scopes, explain },
        shell,
      )
    if (process !== undefined && trigger !== undefined) {
      if (given.length > 0) throw usageError('variables do not work with a trigger', 'remove them')
      return (await import('../play/trigger.ts')).trigger.run({ process, trigger, scopes, explain }, shell)
    }
    const { as } = shell.options
    if (as === undefined) throw usageError('the player is missing', 'name the player with as')
    const one = { id: rule ?? '', players: [as], variables: given, scopes, explain }
    return (await import('../play/rule.ts')).rule.run(one, shell)
  },
})

const why = defineTool({
  name: 'why',
  about:
    'Explains what led to an event: rules, requirements, draws and limits. By default for the newest play of the game.',
  reads: {
    event: z
      .union([z.int(), z.string().min(1)])
      .default('last')
      .describe(
        "The id of an event, the id of a player for their newest play, the number of an entry of the history, or 'last'",
      ),
  },
  changes: {},
  run: async ({ event }, { shell }) => (await import('../why.ts')).why.run({ event: String(event) }, shell),
})

const whyNot = defineTool({
  name: 'why_not',
  about:
    'Explains what blocks a play of a player, or why a rule gives a player nothing: a level, a badge, an achievement. ' +
    'Plays nothing. Give action, or rule, or process and trigger.',
  reads: {
    player: named('The player'),
    action: named('The action').optional(),
    rule: named('The rule of any type: level, achievement or custom').optional(),
    process: named('The process of the trigger').optional(),
    trigger: named('The trigger').optional(),
    count: playCount(),
    variables: variables(),
    rewards: z.boolean().default(false).describe('Explain every reward that the play would not give'),
    at: position('Explain what blocked it as of').optional(),
  },
  changes: {},
  async run(input, { shell }) {
    requireOne(input, ['action', 'rule', 'process'], true)
    const { player: id, action, rule, process, trigger, count, rewards } = input
    const at = positionOf('at', input.at)
    const kind = action !== undefined ? 'action' : rule !== undefined ? 'rule' : 'trigger'
    const given = { player: id, kind, id: action ?? rule ?? process ?? '', trigger, count, rewards, at }
    return (await import('../why-not.ts')).whyNot.run({ ...given, variables: pairsOf(input.variables) }, shell)
  },
})

const leaderboard = defineTool({
  name: 'leaderboard',
  about: 'Shows the rows of a leaderboard. Without id, lists the leaderboards.',
  reads: {
    id: named('The leaderboard').optional(),
    as: actor().optional(),
    cycle: z.enum(['daily', 'weekly', 'monthly', 'yearly', 'alltime']).optional().describe('The cycle'),
    around: named('Show the rows around this player or team').optional(),
    radius: z.int().min(0).max(500).optional().describe('The rows on each side of around (default: 5)'),
    limit: z.int().min(0).max(1000).optional().describe('The number of rows (default: 10)'),
    skip: page.skip,
    sort: z.enum(['descending', 'ascending']).optional().describe('The order'),
    scope: named('The scope of a custom leaderboard').optional(),
    team: named('The team, for a leaderboard that ranks within teams').optional(),
    at: named('Show the cycle that contains this time, as it ended').optional(),
  },
  changes: {},
  async run({ id, cycle, around, radius, limit, skip, sort, scope, team, at }, { shell }) {
    const choice = { cycle, radius, limit, skip, sort, scope, team, at, around: around === undefined ? [] : [around] }
    const none = { merge: [], trend: false, from: undefined, to: undefined, csv: false, watch: false }
    return (await import('../leaderboard.ts')).leaderboard.run({ id, ...choice, ...none }, shell)
  },
})

const history = defineTool({
  name: 'history',
  about: 'Lists what has happened in the game, one entry of the history per line: by default the newest 20.',
  reads: {
    as: named('Only entries by or about this player').optional(),
    since: position('The first entry to show').optional(),
    limit: z.int().min(1).max(1000).default(20).describe('The number of entries'),
  },
  changes: {},
  run: async ({ since, limit }, { shell }) =>
    (await import('../history.ts')).history.run({ since: positionOf('since', since), limit, follow: false }, shell),
})

const time = defineTool({
  name: 'time',
  about: 'Shows the game time. Game time only moves forward; rewind goes back.',
  reads: {},
  changes: {
    set: named('Set the clock to this later time: 2026-01-31T12:00:00Z, 2026-01-31, or UNIX seconds').optional(),
    advance: named('Advance the clock by this duration: 90m, 1d12h').optional(),
    frozen: z.boolean().optional().describe('Freeze the clock, or let it run again'),
  },
  async run(input, { shell }) {
    requireOne(input, ['set', 'advance', 'frozen'], false)
    const { set, advance, frozen } = input
    if (set !== undefined) return (await import('../time/set.ts')).set.run({ time: set }, shell)
    if (advance !== undefined) return (await import('../time/advance.ts')).advance.run({ duration: advance }, shell)
    if (frozen === undefined) return (await import('../time/show.ts')).show.run({}, shell)
    if (frozen) return (await import('../time/freeze.ts')).freeze.run({}, shell)
    return (await import('../time/resume.ts')).resume.run({}, shell)
  },
})

const withDesign = () =>
  z
    .enum(['current', 'recorded'])
    .optional()
    .describe('The design that the game runs afterwards (default: current if the emulator watches the design files)')

const snapshot = defineTool({
  name: 'snapshot',
  about: 'Lists the snapshots of the game: whole states that you can restore.',
  reads: {},
  changes: {
    save: named('Save the game under this name').optional(),
    restore: named('Restore this snapshot; the present game is saved as an automatic one first').optional(),
    delete: named('Delete this snapshot').optional(),
    with_design: withDesign(),
  },
  async run(input, { shell }) {
    requireOne(input, ['save', 'restore', 'delete'], false)
    const { save, restore, delete: deleted, with_design } = input
    if (with_design !== undefined && restore === undefined)
      throw usageError('with_design works only with restore', 'remove it')
    if (save !== undefined) return (await import('../snapshot/save.ts')).save.run({ name: save }, shell)
    if (restore !== undefined) {
      const given = { name: restore, withDesign: with_design, yes: false }
      return (await import('../snapshot/restore.ts')).restore.run(given, shell)
    }
    if (deleted !== undefined)
      return (await import('../snapshot/delete.ts')).deleteSnapshot.run({ name: deleted, yes: false }, shell)
    return (await import('../snapshot/list.ts')).list.run({}, shell)
  },
})

const rewind = defineTool({
  name: 'rewind',
  about: 'Goes back to the game as it was. The present game is saved as an automatic snapshot first.',
  reads: {},
  changes: { to: position('The last entry to keep'), with_design: withDesign() },
  alwaysChanges: true,
  run: async ({ to, with_design: withDesign }, { shell }) =>
    (await import('../rewind.ts')).rewind.run({ to: positionOf('to', to), withDesign, yes: false }, shell),
})

const randomSeed = () => named('The seed of all random draws; the same seed gives the same answer').optional()

const simulate = defineTool({
  name: 'simulate',
  about:
    'Plays the design files with simulated players over game weeks, and shows scores, levels and whether what the ' +
    'simulations expect holds. Needs no running game. Can take a minute.',
  reads: {
    files: files('Simulations (default: all in simulations/, or a built-in one)'),
    design: designDirectory(),
    players: z.int().min(1).max(MAX_PLAYERS).optional().describe('Scale all groups to this total number of players'),
    days: z.int().min(1).max(MAX_DAYS).optional().describe('The number of days to simulate'),
    runs: z.int().min(1).max(100).optional().describe('Repeat with other seeds, and show means with their intervals'),
    random_seed: randomSeed(),
  },
  changes: {},
  isForFiles: true,
  async run({ files: paths, design, players: total, days, runs, random_seed: seed }, { shell }) {
    const given = { files: paths, design, players: total, days, runs, randomSeed: seed, jobs: undefined }
    const none = { vary: [], show: [], compare: undefined, reporter: undefined, csv: undefined, html: undefined }
    return (await import('../simulate.ts')).simulate.run({ ...given, ...none, out: undefined }, shell)
  },
})

const whatIf = defineTool({
  name: 'what_if',
  about:
    'Decides the recorded history of the running game again under the design files, and says which players would end up ' +
    'with what else. Changes nothing.',
  reads: {
    design: designDirectory(),
    since: position('Use the other design from (default: the first entry)').optional(),
    player: named('Also show what differs for this player, entry by entry').optional(),
    from: named("A history that 'gamify state export' wrote, instead of the running game").optional(),
    data: named('The data directory of a game that is not running, instead of the running game').optional(),
    expect: named('A file with what players must end up with').optional(),
  },
  changes: {},
  async run({ design, since, player: id, from, data, expect }, { shell }) {
    const given = { dir: design, since: positionOf('since', since), player: id, from, data, expect }
    const none = { failIfLost: false, out: undefined, html: undefined }
    return (await import('../what-if.ts')).whatIf.run({ ...given, ...none }, shell)
  },
})

const check = defineTool({
  name: 'check',
  about:
    'Searches for a way to break what the files in checks/ say must hold in every game of the design, and shows the ' +
    'shortest way that it finds. Needs no running game. Can take a minute.',
  reads: {
    files: files('Files with checks (default: all in checks/)'),
    design: designDirectory(),
    runs: z.int().min(1).max(100_000).optional().describe('The number of sequences to play (default: 1000)'),
    seconds: z.int().min(1).max(600).optional().describe('Search for this time instead'),
    random_seed: randomSeed(),
  },
  changes: {},
  writesFiles: true,
  isForFiles: true,
  async run({ files: paths, design, runs, seconds, random_seed: seed }, { shell, mayChange }) {
    const given = { files: paths, design, runs, seconds, randomSeed: seed }
    const none = { strict: false, reporter: undefined, out: undefined }
    return (await import('../check.ts')).check.run({ ...given, ...none, noScripts: !mayChange }, shell)
  },
})

const runScript = defineTool({
  name: 'run_script',
  about:
    'Runs play scripts of the project, such as scripts/first-week.json, and shows each step that does not go as expected. ' +
    'Restores the game afterwards.',
  reads: {},
  changes: {
    files: z.array(z.string().min(1)).min(1).max(100).describe('The scripts'),
    bail: z.boolean().default(false).describe('Stop at the first failed step'),
  },
  alwaysChanges: true,
  async run({ files: paths, bail }, { shell }) {
    const none = { reporter: undefined, keep: false, coverage: false, threshold: undefined, lcov: undefined }
    return (await import('../play/script.ts')).script.run({ files: paths, bail, ...none }, shell)
  },
})

/** The tools of `gamify mcp`, in the order in which agents get them. Spec 6.9. */
export const tools: readonly Tool[] = [
  designValidate,
  designLint,
  designDiff,
  player,
  players,
  actions,
  play,
  why,
  whyNot,
  leaderboard,
  history,
  time,
  snapshot,
  rewind,
  simulate,
  whatIf,
  check,
  runScript,
]
