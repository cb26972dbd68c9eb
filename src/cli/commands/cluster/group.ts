import type { Group } from '../../command.ts'

/** `gamify cluster`: the commands for a game on several machines. Spec 9.2. */
export const cluster: Group = {
  name: 'cluster',
  summary: 'Look after a game on several machines',
  commands: [
    {
      name: 'status',
      summary: 'Show the nodes and the log',
      load: async () => (await import('./status.ts')).status,
    },
    {
      name: 'hand-over',
      summary: 'Make another node the writer',
      load: async () => (await import('./hand-over.ts')).handOver,
    },
    {
      name: 'adopt',
      summary: 'Begin a log with the game of a data directory',
      load: async () => (await import('./adopt.ts')).adopt,
    },
    {
      name: 'export',
      summary: 'Write the game of a log into a data directory',
      load: async () => (await import('./export.ts')).exportCluster,
    },
    {
      name: 'trim',
      summary: 'Remove from the log what no node needs any more',
      load: async () => (await import('./trim.ts')).trim,
    },
    {
      name: 'leave',
      summary: 'End a node',
      load: async () => (await import('./hand-over.ts')).leave,
    },
  ],
}
