/** A first line to type, and what it does. */
type Step = readonly [command: string, effect: string]

/** How to come by a project. */
const stepsToProject: readonly Step[] = [
  ['gamify init demo', 'writes a sample game into ./demo'],
  ['cd demo', ''],
]

/** What to do in a project. */
export const stepsInProject: readonly Step[] = [
  ['gamify serve', 'runs it on http://127.0.0.1:4040'],
  ['gamify seed', 'brings players in, from a second terminal'],
  ['gamify play action like --as neo', 'plays, and tells what came of it'],
  ['gamify player show neo', 'shows the scores'],
]

/** What to type to begin with. */
export const firstSteps: readonly Step[] = [...stepsToProject, ...stepsInProject]
