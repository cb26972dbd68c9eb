import type { Effort, Figure, Row } from './figure.ts'
import { Job } from './job.ts'
import { median, timeRatio, paired } from './paired.ts'

const FEW = 1000
const MANY = 100_000
const MEMBERS = 10_000

/** Processes and teams in the engine alone: what a trigger costs beside an action, and what many of them cost. */
export const together: Figure = {
  name: 'together',
  title: `Processes and teams: triggers beside actions, ${MANY} processes, a team of ${MEMBERS}`,
  measure,
}

async function measure({ pairs, plays }: Effort): Promise<Row[]> {
  const [few, many] = [new Job('together', ['--expose-gc']), new Job('together', ['--expose-gc'])]
  await few.run({ what: 'instances', count: FEW })
  const { bytes } = await many.run({ what: 'instances', count: MANY })
  const triggers = async (job: typeof few): Promise<number> => (await job.run({ what: 'triggers', plays })).us
  const actions = async (job: typeof few): Promise<number> => (await job.run({ what: 'actions', plays })).us
  const beside = await paired(
    pairs,
    () => triggers(few),
    () => actions(few),
  )
  const growth = await paired(
    pairs,
    () => triggers(many),
    () => triggers(few),
  )
  await few.stop()
  await many.stop()
  const team = new Job('together', ['--expose-gc'])
  const filled = await team.run({ what: 'team', members: MEMBERS })
  await team.stop()
  const perSecond = (us: readonly number[]): number => Math.round(1_000_000 / median(us))
  return [
    {
      what: 'a play of a trigger / of an action with the same rewards',
      ...timeRatio(beside, (us) => us),
      notes: {
        'triggers a second': perSecond(beside.map(({ first }) => first)),
        'actions a second': perSecond(beside.map(({ second }) => second)),
      },
    },
    {
      what: `a play of a trigger, ${MANY} processes / ${FEW}`,
      ...timeRatio(growth, (us) => us),
      goal: { most: 1.5 },
    },
    { what: 'memory of a process that can be played', value: bytes, unit: 'B' },
    {
      what: `a join among the last of ${MEMBERS} / the first`,
      value: filled.growth,
      unit: 'x',
      goal: { most: 1.5 },
      notes: { 'µs a join': Number(filled.us.toFixed(1)) },
    },
    { what: 'memory of a member', value: filled.bytes, unit: 'B' },
    { what: `locking a team of ${MEMBERS}`, value: filled.lockMs, unit: 'ms' },
    { what: `disbanding a team of ${MEMBERS}`, value: filled.disbandMs, unit: 'ms', goal: { most: 50 } },
  ]
}
