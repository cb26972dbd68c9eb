import { isGroup, type Group, type Leaf } from './command.ts'
import { cluster } from './commands/cluster/group.ts'
import { design } from './commands/design/group.ts'
import { player } from './commands/player/group.ts'

const play: Group = {
  name: 'play',
  summary: 'Play actions, triggers, rules and scripts',
  commands: [
    {
      name: 'action',
      summary: 'Play an action',
      load: async () => (await import('./commands/play/action.ts')).action,
    },
    {
      name: 'trigger',
      summary: 'Perform an activity of a process',
      load: async () => (await import('./commands/play/trigger.ts')).trigger,
    },
    {
      name: 'rule',
      summary: 'Evaluate a custom rule for players',
      load: async () => (await import('./commands/play/rule.ts')).rule,
    },
    {
      name: 'script',
      summary: 'Run scripts of plays and expectations',
      load: async () => (await import('./commands/play/script.ts')).script,
    },
  ],
  defaultForId: 'action',
}

const action: Group = {
  name: 'action',
  summary: 'List actions',
  commands: [
    {
      name: 'list',
      summary: 'List the actions of the running game',
      load: async () => (await import('./commands/action/list.ts')).list,
    },
  ],
}

const team: Group = {
  name: 'team',
  summary: 'Manage teams',
  notes: [
    'Players join a team through POST /v2/runtime/teams/:team_id/join, with a step { "as": "neo", "join": { "team": ID },',
    '"roles": { ROLE: true } } of a play script, or as "members" of a team in a seed file.',
  ].join('\n'),
  commands: [
    { name: 'list', summary: 'List teams', load: async () => (await import('./commands/team/list.ts')).list },
    {
      name: 'show',
      summary: 'Show a team and its members',
      load: async () => (await import('./commands/team/show.ts')).show,
    },
    { name: 'create', summary: 'Create a team', load: async () => (await import('./commands/team/create.ts')).create },
    {
      name: 'delete',
      summary: 'Delete a team',
      load: async () => (await import('./commands/team/delete.ts')).deleteTeam,
    },
  ],
  defaultForId: 'show',
}

const process: Group = {
  name: 'process',
  summary: 'Manage processes',
  commands: [
    { name: 'list', summary: 'List processes', load: async () => (await import('./commands/process/list.ts')).list },
    {
      name: 'show',
      summary: 'Show the performers and state of a process',
      load: async () => (await import('./commands/process/show.ts')).show,
    },
    {
      name: 'create',
      summary: 'Create a process for a player',
      load: async () => (await import('./commands/process/create.ts')).create,
    },
    {
      name: 'delete',
      summary: 'Delete a process',
      load: async () => (await import('./commands/process/delete.ts')).deleteProcess,
    },
    {
      name: 'triggers',
      summary: 'List the triggers that a process offers a player',
      load: async () => (await import('./commands/process/triggers.ts')).triggers,
    },
  ],
  defaultForId: 'show',
}

const fault: Group = {
  name: 'fault',
  summary: 'Make calls fail, wait or drop, to test how your app copes',
  commands: [
    {
      name: 'list',
      summary: 'List the fault rules',
      load: async () => (await import('./commands/fault/list.ts')).list,
    },
    {
      name: 'add',
      summary: 'Add a fault rule',
      load: async () => (await import('./commands/fault/add.ts')).add,
    },
    {
      name: 'clear',
      summary: 'Remove one fault rule, or all',
      load: async () => (await import('./commands/fault/clear.ts')).clear,
    },
  ],
}

const state: Group = {
  name: 'state',
  summary: 'Export, import or reset the whole game',
  commands: [
    {
      name: 'export',
      summary: 'Write the whole game to a state file',
      load: async () => (await import('./commands/state/export.ts')).exportState,
    },
    {
      name: 'import',
      summary: 'Replace the whole game with a state file',
      load: async () => (await import('./commands/state/import.ts')).importState,
    },
    {
      name: 'reset',
      summary: 'Delete all players and all history',
      load: async () => (await import('./commands/state/reset.ts')).resetState,
    },
  ],
}

const snapshot: Group = {
  name: 'snapshot',
  summary: 'Save, list and restore snapshots',
  commands: [
    {
      name: 'save',
      summary: 'Save the game as a snapshot',
      load: async () => (await import('./commands/snapshot/save.ts')).save,
    },
    {
      name: 'list',
      summary: 'List the snapshots',
      load: async () => (await import('./commands/snapshot/list.ts')).list,
    },
    {
      name: 'restore',
      summary: 'Restore a snapshot',
      load: async () => (await import('./commands/snapshot/restore.ts')).restore,
    },
    {
      name: 'delete',
      summary: 'Delete a snapshot',
      load: async () => (await import('./commands/snapshot/delete.ts')).deleteSnapshot,
    },
  ],
}

const time: Group = {
  name: 'time',
  summary: 'Show and set the game clock',
  commands: [
    {
      name: 'show',
      summary: 'Show the game time',
      load: async () => (await import('./commands/time/show.ts')).show,
    },
    {
      name: 'set',
      summary: 'Set the clock to a later time',
      load: async () => (await import('./commands/time/set.ts')).set,
    },
    {
      name: 'advance',
      summary: 'Advance the clock by a duration',
      load: async () => (await import('./commands/time/advance.ts')).advance,
    },
    {
      name: 'freeze',
      summary: 'Freeze the clock',
      load: async () => (await import('./commands/time/freeze.ts')).freeze,
    },
    {
      name: 'resume',
      summary: 'Resume the clock',
      load: async () => (await import('./commands/time/resume.ts')).resume,
    },
  ],
  defaultCommand: 'show',
}

/** Every command of the program. Spec 6.2. */
export const commandTree: Group = {
  name: 'gamify',
  summary: 'A gamification service on your own machine',
  commands: [
    {
      name: 'init',
      summary: 'Create a project from a template',
      load: async () => (await import('./commands/init.ts')).init,
      otherNames: ['new'],
    },
    {
      name: 'serve',
      summary: 'Start the emulator',
      load: async () => (await import('./commands/serve.ts')).serve,
      otherNames: ['start', 'restart', 'dev', 'run', 'up'],
    },
    {
      name: 'exec',
      summary: 'Run a command with its own emulator',
      load: async () => (await import('./commands/exec.ts')).exec,
    },
    {
      name: 'seed',
      summary: 'Create players, teams and processes from seed files',
      load: async () => (await import('./commands/seed.ts')).seed,
    },
    play,
    action,
    player,
    team,
    cluster,
    process,
    {
      name: 'leaderboard',
      summary: 'Show leaderboards and rank trends',
      load: async () => (await import('./commands/leaderboard.ts')).leaderboard,
      otherNames: ['leaderboards', 'board', 'boards', 'ranking'],
    },
    design,
    {
      name: 'simulate',
      summary: 'Play the design with simulated players, to see how it plays out over weeks',
      load: async () => (await import('./commands/simulate.ts')).simulate,
      otherNames: ['simulation', 'simulations', 'sim'],
    },
    {
      name: 'check',
      summary: 'Search for a way to break what must hold in every game of the design',
      load: async () => (await import('./commands/check.ts')).check,
      otherNames: ['checks'],
    },
    {
      name: 'what-if',
      summary: 'Decide the recorded history again under another design, to see who would fare differently',
      load: async () => (await import('./commands/what-if.ts')).whatIf,
      otherNames: ['whatif'],
    },
    state,
    snapshot,
    time,
    {
      name: 'history',
      summary: 'Show what has happened in the game',
      load: async () => (await import('./commands/history.ts')).history,
      otherNames: ['events', 'journal'],
    },
    {
      name: 'logs',
      summary: 'Show the requests that the emulator answered',
      load: async () => (await import('./commands/logs.ts')).logs,
      otherNames: ['log', 'requests'],
    },
    {
      name: 'rewind',
      summary: 'Go back to an earlier entry or time',
      load: async () => (await import('./commands/rewind.ts')).rewind,
      otherNames: ['undo'],
    },
    {
      name: 'why',
      summary: 'Explain what led to an event',
      load: async () => (await import('./commands/why.ts')).why,
    },
    {
      name: 'why-not',
      summary: 'Explain what blocks a play or a rule',
      load: async () => (await import('./commands/why-not.ts')).whyNot,
    },
    fault,
    {
      name: 'routes',
      summary: 'List the routes of the service',
      load: async () => (await import('./commands/routes.ts')).routes,
    },
    {
      name: 'openapi',
      summary: 'Print the interface as an OpenAPI document',
      load: async () => (await import('./commands/openapi.ts')).openapi,
    },
    {
      name: 'types',
      summary: 'Write TypeScript declarations of the design',
      load: async () => (await import('./commands/types.ts')).types,
    },
    {
      name: 'open',
      summary: 'Open the API documentation in your browser',
      load: async () => (await import('./commands/open.ts')).open,
      otherNames: ['docs', 'doc', 'browse'],
    },
    {
      name: 'studio',
      summary: 'Open the studio in your browser: see a running game, ask it why, change it',
      load: async () => (await import('./commands/studio.ts')).studio,
    },
    {
      name: 'tui',
      summary: 'Inspect and play a running game in the terminal',
      load: async () => (await import('./commands/tui.ts')).tui,
      otherNames: ['ui'],
    },
    {
      name: 'mcp',
      summary: 'Let a coding agent work on the game, over the Model Context Protocol',
      load: async () => (await import('./commands/mcp.ts')).mcp,
      otherNames: ['agent', 'ai'],
    },
    {
      name: 'token',
      summary: 'Print an access token for other programs',
      load: async () => (await import('./commands/token.ts')).token,
    },
    {
      name: 'doctor',
      summary: 'Check your setup and suggest fixes',
      load: async () => (await import('./commands/doctor.ts')).doctor,
      otherNames: ['status', 'health'],
    },
    {
      name: 'completion',
      summary: 'Print a completion script for your shell',
      load: async () => (await import('./commands/completion.ts')).completion,
    },
    {
      name: 'complete',
      summary: 'Print completions for a command line',
      load: async () => (await import('./commands/complete.ts')).completeIn(commandTree),
      hidden: true,
    },
  ],
}

/** Returns the nodes that `words` name one after another, up to the first unknown word. */
export function knownPath(words: readonly string[], group: Group = commandTree): (Leaf | Group)[] {
  const [word, ...rest] = words
  const next = group.commands.find(({ name }) => name === word)
  if (next === undefined) return []
  return isGroup(next) ? [next, ...knownPath(rest, next)] : [next]
}
