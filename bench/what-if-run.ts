import { createReadStream } from 'node:fs'
import { readHistory } from '../src/lab/what-if/recorded-history.ts'
import { whatIf } from '../src/lab/what-if/what-if.ts'
import { benchDesign, benchSource } from './game.ts'
import { benchGame } from './settings.ts'

/** An exported game. */
export interface RecordedPlays {
  readonly file: string
}

/** What deciding a history again took. */
export interface DecidedAgain {
  readonly ms: number
  readonly entries: number
}

/** The measured design, in which a like gives more. */
const richer = JSON.parse(JSON.stringify(benchSource).replace('"value":"10"', '"value":"12"')) as typeof benchSource

/** Decides the history of an export again under another design, from the file to the report. */
export async function run({ file }: RecordedPlays): Promise<DecidedAgain> {
  const design = benchDesign(richer)
  const start = performance.now()
  const history = await readHistory(() => createReadStream(file, { highWaterMark: 1 << 20 }), benchGame.id)
  const report = await whatIf({
    ...history,
    entries: history.entries(),
    runtime: history.header.runtime,
    design,
    game: { ...benchGame, created: 0 },
    zoneOffset: () => 0,
    since: { seq: 1 },
  })
  const ms = performance.now() - start
  if (report.changed === 0) throw new Error('the other design changes nothing')
  return { ms, entries: report.entries }
}
