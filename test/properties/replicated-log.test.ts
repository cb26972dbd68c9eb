import { expect, test } from 'vitest'
import { randomFrom, type Random } from '../../fuzz/random.ts'
import { checksum } from '../../src/storage/checksum.ts'
import type { Journal } from '../../src/storage/journal.ts'
import { LogRecords } from '../../src/storage/log/log-message.ts'
import { readLog } from '../../src/storage/log/log-reader.ts'
import { LogWriter } from '../../src/storage/log/log-writer.ts'
import { Fenced } from '../../src/storage/log/replicated-log.ts'
import { StreamJournal } from '../../src/storage/log/stream-journal.ts'
import { MemoryJournal } from '../../src/storage/memory-journal.ts'
import { noFaults, SimulatedLog, SimulatedTime, type SimulatedConnection } from '../support/simulated-log.ts'
import { runs, TIMEOUT_MS } from './runs.ts'

const HISTORY = { runtime: 'staging', generation: 1 }

/** How long things go wrong, in ms. */
const TROUBLE_MS = 4_000

/** When everything has come to rest at last, in ms. */
const MOST_MS = 60_000

/** What was told to callers, and what happened to nodes. */
interface Told {
  readonly acknowledged: Map<number, string>
  claims: number
  fenced: number
  /** What ended a process that nobody had killed. */
  readonly errors: unknown[]
}

/** A machine with the archive of a node, whose process can end and begin again. */
class Machine {
  archive: Journal = new MemoryJournal()
  connection: SimulatedConnection
  readonly #log: SimulatedLog
  readonly #name: string
  readonly #random: Random
  readonly #told: Told
  #claims = 0
  #caughtUpTo = 0

  constructor(log: SimulatedLog, name: string, random: Random, told: Told) {
    this.#log = log
    this.#name = name
    this.#random = random
    this.#told = told
    this.connection = log.connect()
  }

  /** Whether the archive has everything that the log has. */
  get isCaughtUp(): boolean {
    return this.#caughtUpTo === this.#log.messages.length
  }

  /** Ends the process, and begins another one, in some cases with nothing on its disk. */
  restart(): void {
    this.connection.kill()
    this.connection = this.#log.connect()
    if (this.#random.oneIn(4)) this.archive = new MemoryJournal()
    this.start()
  }

  start(): void {
    this.#live(this.connection, this.archive).catch((error: unknown) => this.#told.errors.push(error))
  }

  async #live(connection: SimulatedConnection, archive: Journal): Promise<void> {
    for (;;) {
      const journal = new StreamJournal(HISTORY, archive)
      const position = await this.#follow(connection, journal)
      const writer = await LogWriter.claim(connection, {
        writer: `${this.#name}-${(this.#claims += 1)}`,
        after: position,
        facts: { url: this.#name },
        wait: connection.wait,
      })
      if (!writer) continue
      this.#told.claims += 1
      journal.continueIn(writer)
      await this.#write(connection, journal)
      this.#told.fenced += 1
    }
  }

  /** Takes in the log until it has been quiet for a while. Returns the last position. */
  async #follow(connection: SimulatedConnection, archive: Journal): Promise<number> {
    const records = new LogRecords()
    const ending = new AbortController()
    let last = 0
    const patienceMs = 100 + this.#random.below(500)
    const watch = async (): Promise<void> => {
      for (let seen = -1; seen !== last;) {
        seen = last
        await connection.wait(patienceMs)
      }
      ending.abort()
    }
    void watch()
    for await (const stored of readLog({ log: connection, after: 0, wait: connection.wait, ending: ending.signal })) {
      const record = records.take(stored)
      for (const { seq, text, sum } of record?.kind === 'entries' ? record.lines : [])
        if (seq > archive.lastSeq) await archive.append(seq, text, sum)
        else expect((await archive.texts([seq]))[0]).toBe(text)
      last = stored.position
      this.#caughtUpTo = last
    }
    return last
  }

  /** Plays until another node is the writer. */
  async #write(connection: SimulatedConnection, journal: StreamJournal): Promise<void> {
    for (let play = 0; journal.failure === undefined; play += 1) {
      const size = this.#random.oneIn(200) ? 1_300_000 : this.#random.below(40)
      const text = JSON.stringify({ by: this.#name, play, claim: this.#claims, filler: 'x'.repeat(size) })
      const seq = journal.lastSeq + 1
      journal.append(seq, text, checksum(text)).then(
        () => {
          this.#caughtUpTo = this.#log.messages.length
          this.#told.acknowledged.set(seq, text)
        },
        (error: unknown) => error instanceof Fenced || this.#told.errors.push(error),
      )
      if (!this.#random.oneIn(3)) await connection.wait(this.#random.below(60))
    }
    expect(journal.failure).toBeInstanceOf(Fenced)
  }
}

/** Lets things go wrong for a while, then lets everything come to rest, and looks for what was told. */
async function lifeOf(seed: number): Promise<Told> {
  const random = randomFrom(seed)
  const time = new SimulatedTime()
  const share = (most: number): number => (random.below(100) / 100) * most
  const faults = {
    lost: share(0.2),
    unanswered: share(0.2),
    late: share(0.2),
    stale: share(0.5),
    hole: share(0.2),
    stalled: share(0.02),
  }
  const log = new SimulatedLog(time, () => random.below(1 << 20) / (1 << 20), faults)
  const told: Told = { acknowledged: new Map(), claims: 0, fenced: 0, errors: [] }
  const machines = ['a', 'b', 'c'].map((name) => new Machine(log, name, random, told))
  for (const machine of machines) machine.start()
  const trouble = async (): Promise<void> => {
    while (time.nowMs < TROUBLE_MS) {
      await time.wait(random.below(400))
      const machine = random.pick(machines)
      switch (random.below(8)) {
        case 0:
          machine.restart()
          break
        case 1:
        case 2:
        case 3:
          machine.connection.freeze(random.below(2_500))
          break
        case 4:
        case 5:
          machine.connection.cut(true)
          time.after(random.below(2_500), () => machine.connection.cut(false))
          break
        default:
          log.elect(random.below(1_500))
      }
    }
    log.faults = noFaults
    for (const { connection } of machines) connection.cut(false)
    // The last writer goes on for a while, and the others hear of it.
    await time.wait(3_000)
    for (const machine of machines) machine.restart()
    while (told.errors.length === 0 && !machines.every(({ isCaughtUp }) => isCaughtUp)) await time.wait(10)
  }
  await time.until(trouble(), MOST_MS)
  expect(told.errors, `seed ${seed}`).toEqual([])
  const records = new LogRecords()
  const truth: string[] = []
  let chain = 0
  for (const [i, message] of log.messages.entries()) {
    const record = records.take({ position: i + 1, message })
    for (const { seq, text, sum } of record?.kind === 'entries' ? record.lines : []) {
      expect(seq).toBe(truth.length + 1)
      truth.push(text)
      chain = sum
    }
  }
  for (const [seq, text] of told.acknowledged) expect(truth[seq - 1], `entry ${seq} of seed ${seed}`).toBe(text)
  for (const { archive } of machines) {
    const lines = await Array.fromAsync(archive.read(1), ({ text }) => text)
    expect(lines).toEqual(truth.slice(0, lines.length))
    if (lines.length === truth.length && truth.length > 0) expect(archive.lastSum).toBe(chain)
  }
  return told
}

const SEEDS = runs(150).numRuns
const FIRST_SEED = Number(process.env['PROPERTY_SEED'] ?? 1)

test(
  'no schedule of faults loses an acknowledged entry or stores one of a stale writer',
  async () => {
    const sums = { acknowledged: 0, claims: 0, fenced: 0 }
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed += 1) {
      const { acknowledged, claims, fenced } = await lifeOf(seed)
      sums.acknowledged += acknowledged.size
      sums.claims += claims
      sums.fenced += fenced
    }
    // It would hold as well if nothing happened.
    expect(sums.acknowledged / SEEDS).toBeGreaterThan(20)
    expect(sums.claims / SEEDS).toBeGreaterThan(1.5)
    expect(sums.fenced / SEEDS).toBeGreaterThan(0.2)
  },
  TIMEOUT_MS,
)
