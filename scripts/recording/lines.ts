/** When the recorded game begins, and stands still. */
export const recordedNow = '2026-05-01T12:00:00Z'

/** What is typed in the recording, in a project made by `gamify init` whose game is served, in this order. */
export const recordedLines = [
  'gamify seed',
  'gamify play action like --as neo --count 3',
  'gamify leaderboard top --as neo',
  'gamify play action visit --as neo',
  'gamify play action visit --as neo',
  'gamify why-not neo action visit',
  'gamify time advance 1d',
  'gamify play action visit --as neo --explain',
] as const
