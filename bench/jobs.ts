/** What runs in processes of its own, by name: a module with `run`, from what it is told to what it found. */
export const jobs = {
  load: () => import('./load.ts'),
  'raw-http': () => import('./peers/raw-http.ts'),
  'bare-h3': () => import('./peers/bare-h3.ts'),
  'fastify-sqlite': () => import('./peers/fastify-sqlite.ts'),
  'json-server': () => import('./peers/json-server.ts'),
  redis: () => import('./peers/redis.ts'),
  ranking: () => import('./ranking-run.ts'),
  'random-reads': () => import('./random-reads-run.ts'),
  engine: () => import('./engine-run.ts'),
  simulate: () => import('./simulate-run.ts'),
  explain: () => import('./explain-run.ts'),
  population: () => import('./population.ts'),
  'board-population': () => import('./board-population.ts'),
  'board-addition': () => import('./board-addition-run.ts'),
  recovery: () => import('./recovery-run.ts'),
  parsing: () => import('./parsing-run.ts'),
  'feed-memory': () => import('./feed-memory-run.ts'),
  pauses: () => import('./pauses-run.ts'),
  together: () => import('./together-run.ts'),
  server: () => import('./server-run.ts'),
  'stream-clients': () => import('./stream-clients-run.ts'),
  'hot-reload': () => import('./hot-reload-run.ts'),
  restore: () => import('./restore-run.ts'),
  'start-game': () => import('./start-game-run.ts'),
  'played-history': () => import('./played-history.ts'),
  'what-if': () => import('./what-if-run.ts'),
  check: () => import('./check-run.ts'),
}

/** The name of a job. */
export type JobName = keyof typeof jobs

type Run<N extends JobName> = Awaited<ReturnType<(typeof jobs)[N]>>['run']

/** What a job is told, as JSON. */
export type Told<N extends JobName> = Parameters<Run<N>>[0]

/** What a job answers, as JSON. */
export type Found<N extends JobName> = Awaited<ReturnType<Run<N>>>
