import type { Group } from '../../command.ts'

/** `gamify design`: the commands about designs. Spec 6.2. */
export const design: Group = {
  name: 'design',
  summary: 'Check, compare, draw and deploy designs',
  commands: [
    {
      name: 'validate',
      summary: 'Check the design files (needs no emulator)',
      load: async () => (await import('./validate.ts')).validate,
      otherNames: ['check'],
    },
    {
      name: 'lint',
      summary: 'Find what the design most likely does not intend (needs no emulator)',
      load: async () => (await import('./lint.ts')).lint,
    },
    {
      name: 'diff',
      summary: 'Show the differences between two designs',
      load: async () => (await import('./diff.ts')).diff,
    },
    {
      name: 'deploy',
      summary: 'Deploy a design to a runtime',
      load: async () => (await import('./deploy.ts')).deploy,
    },
    {
      name: 'versions',
      summary: 'List the versions of the design and what each changed',
      load: async () => (await import('./versions.ts')).versions,
      otherNames: ['list', 'show'],
    },
    {
      name: 'issues',
      summary: 'List the issues that block an upgrade',
      load: async () => (await import('./issues.ts')).issues,
    },
    {
      name: 'fix',
      summary: 'List the fixes of an issue, or choose one',
      load: async () => (await import('./fix.ts')).fix,
    },
    {
      name: 'upgrade',
      summary: 'Complete an upgrade whose issues are fixed',
      load: async () => (await import('./upgrade.ts')).upgrade,
    },
    {
      name: 'reevaluate',
      summary: 'Update levels and achievements to match the deployed rules',
      load: async () => (await import('./reevaluate.ts')).reevaluate,
    },
    {
      name: 'export',
      summary: 'Write the design of a running game to files',
      load: async () => (await import('./export.ts')).exportDesign,
    },
    {
      name: 'import',
      summary: 'Load design files into a running game',
      load: async () => (await import('./import.ts')).importDesign,
    },
    {
      name: 'graph',
      summary: 'Draw a process or the economy of the game',
      load: async () => (await import('./graph.ts')).graph,
    },
  ],
}
