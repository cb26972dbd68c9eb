import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openEmulator } from '../src/emulator/emulator.ts'
import { createPlayers, playMany } from './play.ts'
import { benchSettings } from './settings.ts'

/** A game to be made in a data directory, and the file to export it to. */
export interface PlayedHistory {
  readonly directory: string
  readonly file: string
  readonly players: number
  readonly plays: number
}

/** Makes a game whose players play in turn, and exports it with its history. Gives the number of its entries. */
export async function run({ directory, file, players, plays }: PlayedHistory): Promise<number> {
  const emulator = await openEmulator(benchSettings(directory, 'off'))
  await emulator.ready
  const runtime = emulator.runtime('staging')
  await createPlayers(runtime, players)
  await playMany(runtime, plays, (i) => i % players)
  await pipeline(Readable.from(emulator.whole('staging').export({ history: true })), createWriteStream(file))
  const { seq } = runtime.state
  await emulator.stop()
  return seq
}
