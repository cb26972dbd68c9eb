/** A first line to type, and what it does. */
type Step = readonly [command: string, effect: string]

/** How to come by a project. */
const stepsToProject: readonly Step[] = [
  ['gamify init demo', 'creates a sample game in ./demo'],
  ['cd demo', ''],
]

/** What to do in a project. */
export const stepsInProject: readonly Step[] = [
  ['gamify serve', 'starts the emulator on http://127.0.0.1:4040'],
  ['gamify seed', 'creates players (in a second terminal)'],
  ['gamify play action like --as neo', 'plays an action and prints the result'],
  ['gamify player show neo', 'shows the scores'],
]

/** What to type to begin with. */
export const firstSteps: readonly Step[] = [...stepsToProject, ...stepsInProject]
