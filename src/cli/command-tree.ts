import type { Command } from './command.ts'

/** A command that runs; its module is loaded when it is asked for. */
export interface Leaf {
  readonly name: string
  readonly summary: string
  readonly load: () => Promise<Command>
  /** For programs: no list of commands has it. */
  readonly hidden?: true
}

/** Commands about one thing, under its name. */
export interface Group {
  readonly name: string
  readonly summary: string
  readonly commands: readonly (Leaf | Group)[]
  /** The name of the one that is meant where none is named. */
  readonly usual?: string
}

/** Whether a node of the tree holds further ones. */
export function isGroup(node: Leaf | Group): node is Group {
  return 'commands' in node
}

/** The commands of a group that are there for people. */
export function shownCommands({ commands }: Group): readonly (Leaf | Group)[] {
  return commands.filter((node) => isGroup(node) || !node.hidden)
}

const play: Group = {
  name: 'play',
  summary: 'play actions, triggers and rules, and read what came of it as sentences',
  commands: [
    {
      name: 'action',
      summary: 'play an action',
      load: async () => (await import('./commands/play/action.ts')).action,
    },
    {
      name: 'trigger',
      summary: 'perform an activity of a process',
      load: async () => (await import('./commands/play/trigger.ts')).trigger,
    },
    {
      name: 'rule',
      summary: 'evaluate a custom rule for players',
      load: async () => (await import('./commands/play/rule.ts')).rule,
    },
    {
      name: 'script',
      summary: 'run plays with expectations',
      load: async () => (await import('./commands/play/script.ts')).script,
    },
  ],
}

const player: Group = {
  name: 'player',
  summary: 'see and change players',
  commands: [
    { name: 'list', summary: 'list players', load: async () => (await import('./commands/player/list.ts')).list },
    {
      name: 'show',
      summary: 'show the profile and scores of a player',
      load: async () => (await import('./commands/player/show.ts')).show,
    },
    {
      name: 'create',
      summary: 'create a player',
      load: async () => (await import('./commands/player/create.ts')).create,
    },
    {
      name: 'delete',
      summary: 'delete a player with all that belongs to it',
      load: async () => (await import('./commands/player/delete.ts')).deletePlayer,
    },
    {
      name: 'enable',
      summary: 'let a disabled player act again',
      load: async () => (await import('./commands/player/enable.ts')).enable,
    },
    {
      name: 'disable',
      summary: 'keep a player from acting',
      load: async () => (await import('./commands/player/disable.ts')).disable,
    },
    {
      name: 'reset',
      summary: 'empty the scores of a player',
      load: async () => (await import('./commands/player/reset.ts')).reset,
    },
    {
      name: 'activity',
      summary: 'show what happened to a player',
      load: async () => (await import('./commands/player/activity.ts')).activity,
    },
    {
      name: 'score',
      summary: 'change a score of a player',
      load: async () => (await import('./commands/player/score.ts')).score,
    },
    {
      name: 'revert',
      summary: 'undo the effects of events',
      load: async () => (await import('./commands/player/revert.ts')).revert,
    },
  ],
}

const team: Group = {
  name: 'team',
  summary: 'see and change teams',
  commands: [
    { name: 'list', summary: 'list teams', load: async () => (await import('./commands/team/list.ts')).list },
    {
      name: 'show',
      summary: 'show a team and who is in it',
      load: async () => (await import('./commands/team/show.ts')).show,
    },
    { name: 'create', summary: 'make a team', load: async () => (await import('./commands/team/create.ts')).create },
    {
      name: 'delete',
      summary: 'disband a team',
      load: async () => (await import('./commands/team/delete.ts')).deleteTeam,
    },
  ],
}

const process: Group = {
  name: 'process',
  summary: 'see and change processes',
  commands: [
    { name: 'list', summary: 'list processes', load: async () => (await import('./commands/process/list.ts')).list },
    {
      name: 'show',
      summary: 'show who is in a process and where it stands',
      load: async () => (await import('./commands/process/show.ts')).show,
    },
    {
      name: 'create',
      summary: 'make a process for a player',
      load: async () => (await import('./commands/process/create.ts')).create,
    },
    {
      name: 'delete',
      summary: 'delete a process',
      load: async () => (await import('./commands/process/delete.ts')).deleteProcess,
    },
    {
      name: 'triggers',
      summary: 'list what a player is offered in a process',
      load: async () => (await import('./commands/process/triggers.ts')).triggers,
    },
  ],
}

const design: Group = {
  name: 'design',
  summary: 'work on the design: its files, and the versions of a running game',
  commands: [
    {
      name: 'validate',
      summary: 'check the design files; needs no emulator',
      load: async () => (await import('./commands/design/validate.ts')).validate,
    },
    {
      name: 'diff',
      summary: 'tell what changed from one design to another',
      load: async () => (await import('./commands/design/diff.ts')).diff,
    },
    {
      name: 'deploy',
      summary: 'let a runtime play by a design',
      load: async () => (await import('./commands/design/deploy.ts')).deploy,
    },
    {
      name: 'issues',
      summary: 'list what stands in the way of a design',
      load: async () => (await import('./commands/design/issues.ts')).issues,
    },
    {
      name: 'fix',
      summary: 'choose what is done about an issue',
      load: async () => (await import('./commands/design/fix.ts')).fix,
    },
    {
      name: 'upgrade',
      summary: 'complete an upgrade whose issues are fixed',
      load: async () => (await import('./commands/design/upgrade.ts')).upgrade,
    },
    {
      name: 'export',
      summary: 'write the design of a running game to files',
      load: async () => (await import('./commands/design/export.ts')).exportDesign,
    },
    {
      name: 'import',
      summary: 'make design files the working design of a running game',
      load: async () => (await import('./commands/design/import.ts')).importDesign,
    },
    {
      name: 'graph',
      summary: 'draw a process, or what feeds what in the game',
      load: async () => (await import('./commands/design/graph.ts')).graph,
    },
  ],
}

const fault: Group = {
  name: 'fault',
  summary: 'make calls fail, wait or break off, to try what an app does then',
  commands: [
    {
      name: 'list',
      summary: 'list the fault rules',
      load: async () => (await import('./commands/fault/list.ts')).list,
    },
    {
      name: 'add',
      summary: 'add a fault rule',
      load: async () => (await import('./commands/fault/add.ts')).add,
    },
    {
      name: 'clear',
      summary: 'take one fault rule out, or all',
      load: async () => (await import('./commands/fault/clear.ts')).clear,
    },
  ],
}

const state: Group = {
  name: 'state',
  summary: 'write the whole game into one file, read it back, begin anew',
  commands: [
    {
      name: 'export',
      summary: 'write the whole game into a file',
      load: async () => (await import('./commands/state/export.ts')).exportState,
    },
    {
      name: 'import',
      summary: 'replace the whole game by that of a file',
      load: async () => (await import('./commands/state/import.ts')).importState,
    },
    {
      name: 'reset',
      summary: 'empty the game of all players and all history',
      load: async () => (await import('./commands/state/reset.ts')).resetState,
    },
  ],
}

const snapshot: Group = {
  name: 'snapshot',
  summary: 'named points of the game to come back to',
  commands: [
    {
      name: 'save',
      summary: 'keep the game as it is under a name',
      load: async () => (await import('./commands/snapshot/save.ts')).save,
    },
    {
      name: 'list',
      summary: 'list the snapshots',
      load: async () => (await import('./commands/snapshot/list.ts')).list,
    },
    {
      name: 'restore',
      summary: 'bring the game back as it was saved',
      load: async () => (await import('./commands/snapshot/restore.ts')).restore,
    },
    {
      name: 'delete',
      summary: 'delete a snapshot',
      load: async () => (await import('./commands/snapshot/delete.ts')).deleteSnapshot,
    },
  ],
}

const time: Group = {
  name: 'time',
  summary: 'see and set the clock of the game',
  commands: [
    {
      name: 'show',
      summary: 'show what time it is in the game',
      load: async () => (await import('./commands/time/show.ts')).show,
    },
    {
      name: 'set',
      summary: 'set the clock to a later time',
      load: async () => (await import('./commands/time/set.ts')).set,
    },
    {
      name: 'advance',
      summary: 'let time go on by so much at once',
      load: async () => (await import('./commands/time/advance.ts')).advance,
    },
    {
      name: 'freeze',
      summary: 'let time stand still',
      load: async () => (await import('./commands/time/freeze.ts')).freeze,
    },
    {
      name: 'resume',
      summary: 'let time run on',
      load: async () => (await import('./commands/time/resume.ts')).resume,
    },
  ],
  usual: 'show',
}

/** Every command of the program. Spec 6.2. */
export const commandTree: Group = {
  name: 'gamify',
  summary: 'a gamification service on your own machine',
  commands: [
    {
      name: 'init',
      summary: 'write a starter project',
      load: async () => (await import('./commands/init.ts')).init,
    },
    { name: 'serve', summary: 'run the emulator', load: async () => (await import('./commands/serve.ts')).serve },
    {
      name: 'exec',
      summary: 'run a command beside an emulator of its own',
      load: async () => (await import('./commands/exec.ts')).exec,
    },
    {
      name: 'seed',
      summary: 'bring players, teams and processes in',
      load: async () => (await import('./commands/seed.ts')).seed,
    },
    play,
    player,
    team,
    process,
    {
      name: 'leaderboard',
      summary: 'show the boards, one of them, or how ranks went',
      load: async () => (await import('./commands/leaderboard.ts')).leaderboard,
    },
    design,
    state,
    snapshot,
    time,
    {
      name: 'history',
      summary: 'tell what has happened in the game',
      load: async () => (await import('./commands/history.ts')).history,
    },
    {
      name: 'rewind',
      summary: 'bring the game back as it was after an entry, or at a time',
      load: async () => (await import('./commands/rewind.ts')).rewind,
    },
    {
      name: 'why',
      summary: 'tell what led to an event',
      load: async () => (await import('./commands/why.ts')).why,
    },
    {
      name: 'why-not',
      summary: 'tell what stands in the way of a play or a rule',
      load: async () => (await import('./commands/why-not.ts')).whyNot,
    },
    fault,
    {
      name: 'routes',
      summary: 'list the routes of the service',
      load: async () => (await import('./commands/routes.ts')).routes,
    },
    {
      name: 'openapi',
      summary: 'print the interface as an OpenAPI document',
      load: async () => (await import('./commands/openapi.ts')).openapi,
    },
    {
      name: 'tui',
      summary: 'look into a running game, and act in it, in this terminal',
      load: async () => (await import('./commands/tui.ts')).tui,
    },
    {
      name: 'token',
      summary: 'print an access token for other programs',
      load: async () => (await import('./commands/token.ts')).token,
    },
    {
      name: 'doctor',
      summary: 'look for what may be wrong here, and say what to do',
      load: async () => (await import('./commands/doctor.ts')).doctor,
    },
    {
      name: 'completion',
      summary: 'print a script that lets a shell complete what is typed',
      load: async () => (await import('./commands/completion.ts')).completion,
    },
    {
      name: 'complete',
      summary: 'tell what may be typed next',
      load: async () => (await import('./commands/complete.ts')).complete,
      hidden: true,
    },
  ],
}

/** The nodes that words lead through, as far as they do. */
export function knownPath(words: readonly string[], group: Group = commandTree): (Leaf | Group)[] {
  const [word, ...rest] = words
  const next = group.commands.find(({ name }) => name === word)
  if (next === undefined) return []
  return isGroup(next) ? [next, ...knownPath(rest, next)] : [next]
}
