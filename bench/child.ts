// The process of one job: runs it each time it is told to, and ends with the process that started it.
import { jobs, type JobName } from './jobs.ts'

const { run } = await jobs[process.argv[2] as JobName]()

process.on('message', (told) => void answer(told))
process.on('disconnect', () => process.exit())

async function answer(told: unknown): Promise<void> {
  const before = process.cpuUsage()
  const found: unknown = await run(told as never)
  const { user, system } = process.cpuUsage(before)
  process.send?.({ found, cpuMs: (user + system) / 1000 })
}
