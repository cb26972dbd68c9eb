import type { Group } from '../../command.ts'

/** `gamify player`: the commands about players. Spec 6.2. */
export const player: Group = {
  name: 'player',
  summary: 'Manage players',
  commands: [
    { name: 'list', summary: 'List players', load: async () => (await import('./list.ts')).list },
    {
      name: 'show',
      summary: 'Show the profile and scores of a player',
      load: async () => (await import('./show.ts')).show,
    },
    {
      name: 'create',
      summary: 'Create a player',
      load: async () => (await import('./create.ts')).create,
    },
    {
      name: 'delete',
      summary: 'Delete a player and everything they own',
      load: async () => (await import('./delete.ts')).deletePlayer,
    },
    {
      name: 'enable',
      summary: 'Enable a disabled player',
      load: async () => (await import('./enable.ts')).enable,
    },
    {
      name: 'disable',
      summary: 'Disable a player',
      load: async () => (await import('./disable.ts')).disable,
    },
    {
      name: 'reset',
      summary: 'Reset the scores of a player',
      load: async () => (await import('./reset.ts')).reset,
    },
    {
      name: 'activity',
      summary: 'Show the events of a player',
      load: async () => (await import('./activity.ts')).activity,
    },
    {
      name: 'score',
      summary: 'Change a score of a player',
      load: async () => (await import('./score.ts')).score,
    },
    {
      name: 'revert',
      summary: 'Undo the effects of events',
      load: async () => (await import('./revert.ts')).revert,
    },
  ],
  defaultForId: 'show',
}
