import type { Check, LoadCase, Stage } from './load-case.ts'
import { playsKept } from './playing.ts'

/** What a case looks at, and what holds of every one: nothing failed, and all that was answered is there. */
export async function checksOf(each: LoadCase, stage: Stage): Promise<readonly Check[]> {
  const { service } = stage
  const checks = await each.run(stage)
  const { failures } = service
  const { lost, invented } = stage.ledger.compare(await playsKept(stage.service))
  const seen = `${failures.length}${failures[0] === undefined ? '' : `, the first: ${failures[0]}`}`
  return [
    ...checks,
    { what: 'no answer is a 500', seen, holds: failures.length === 0 },
    {
      what: 'all plays are kept that were answered, and no others',
      seen: `${lost} lost, ${invented} too many`,
      holds: lost + invented === 0,
    },
  ]
}
