// The process of one job: runs it each time it is told to, and ends with the process that started it.
import { jobs, type JobName } from './jobs.ts'
import { startProfile, type Shares } from './profile.ts'

const { run } = await jobs[process.argv[2] as JobName]()

/** What the process is asked for: to run its job, or to begin or end a look at where its time goes. */
export type Asked = { readonly told: unknown } | { readonly profile: 'begin' | 'end' }

let endProfile: (() => Promise<Shares>) | undefined

process.on('message', (asked) => void answer(asked as Asked))
process.on('disconnect', () => process.exit())

async function answer(asked: Asked): Promise<void> {
  process.send?.({ found: 'told' in asked ? await run(asked.told as never) : await profile(asked.profile) })
}

async function profile(edge: 'begin' | 'end'): Promise<Shares | undefined> {
  if (edge === 'end') return endProfile?.()
  endProfile = await startProfile()
  return undefined
}
