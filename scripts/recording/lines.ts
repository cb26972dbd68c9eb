/** The time at which the clock of the recorded game is frozen. */
export const recordedNow = '2026-05-01T12:00:00Z'

/** The lines that are typed in the recording, in order, in a project of `gamify init` whose game is served. */
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
