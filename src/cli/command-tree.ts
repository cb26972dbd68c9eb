import type { Command } from './command.ts'

/** A command that runs; its module is loaded when it is asked for. */
export interface Leaf {
  readonly name: string
  readonly summary: string
  readonly load: () => Promise<Command>
}

/** Commands about one thing, under its name. */
export interface Group {
  readonly name: string
  readonly summary: string
  readonly commands: readonly (Leaf | Group)[]
}

/** Whether a node of the tree holds further ones. */
export function isGroup(node: Leaf | Group): node is Group {
  return 'commands' in node
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
    {
      name: 'routes',
      summary: 'list the routes of the service',
      load: async () => (await import('./commands/routes.ts')).routes,
    },
    {
      name: 'token',
      summary: 'print an access token for other programs',
      load: async () => (await import('./commands/token.ts')).token,
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
