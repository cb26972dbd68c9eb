import { describe, expect, test } from 'vitest'
import { BoardLife, allBoards, allInFiles, boardDesign, lookingAt } from '../../../test/support/board-life.ts'
import { signedAgain } from '../../../test/support/edited-state.ts'
import { expectSameExport, exported, exportedAgain, imported } from '../../../test/support/exported.ts'
import { newMemoryGame, type MemoryGame } from '../../../test/support/memory-game.ts'
import { isFault, statusOf } from '../../game/kernel/fault.ts'
import { designHash } from '../../storage/designs.ts'
import { importState, type ImportedState } from './state-import.ts'

const ids = allBoards.map(({ id }) => id)

/** A game of some weeks, with boards whose periods are over and lie in files. */
async function lived(steps = 300): Promise<MemoryGame> {
  const game = await newMemoryGame([boardDesign()], 'seed')
  const { runtime, machine } = game
  const life = new BoardLife({ execute: (op, input, caller) => runtime.execute(op, input, caller), machine }, 11)
  await life.begin()
  await life.goOn(steps)
  await runtime.clock.change({ frozen: true })
  await runtime.execute(lookingAt(...ids), null, { client: 'test' })
  await allInFiles(runtime.state)
  return game
}

function whole(found: Awaited<ReturnType<typeof imported>>): ImportedState {
  if (isFault(found)) throw new Error(JSON.stringify(found))
  return found
}

describe('an exported state', () => {
  test('comes back as it was, whatever pieces it comes in, into either runtime', async () => {
    const game = await lived()
    const text = await exported(game)
    expect(text).toContain('"board-rows"')
    for (const chunk of [7, 1 << 20])
      expectSameExport(await exportedAgain(whole(await imported(text, { chunk })), game), text)
    const production = whole(await imported(text, { runtime: 'production' }))
    expect(production.state.runtime).toBe('production')
    const [header = ''] = text.split('\n')
    expect(JSON.parse(header)).toMatchObject({
      format: 1,
      game: 'memory',
      runtime: 'staging',
      frozen: true,
      first: 1,
      chain: 0,
    })
  })

  test('is whole though the files of its periods are named by nobody meanwhile', async () => {
    const game = await lived()
    const { archive } = game.boards
    const text = await exported(game)
    const held = await game.runtime.hold()
    await archive.keepOnly(new Set())
    const names = (await Array.fromAsync(held.parts)).map(({ name }) => name)
    expect(names.filter((name) => name === 'board-rows')).toHaveLength(text.split('"part":"board-rows"').length - 1)
    held.release()
    await archive.keepOnly(new Set())
    await expect(exported(game)).rejects.toThrow('is missing')
  })

  test('comes back with a clock that runs, wherever the clock of the machine stands', async () => {
    const game = await lived(20)
    await game.runtime.clock.change({ frozen: false, advanceMs: 3_600_000 })
    const text = await exported(game)
    const again = whole(await imported(text))
    expect(again.clock).toEqual(await game.runtime.clock.read())
    expect(again.clock.frozen).toBe(false)
    expectSameExport(await exportedAgain(again, game), text)
  })

  test('comes back without its history', async () => {
    const game = await lived(50)
    const text = await exported(game, false)
    const again = whole(await imported(text))
    expectSameExport(await exportedAgain(again, game), text)
    const { journal } = again.storage
    expect([journal.firstSeq, journal.lastSeq]).toEqual([game.runtime.state.seq + 1, game.runtime.state.seq])
  })
})

describe('a state that cannot be imported', () => {
  const faultOf = async (text: string | Buffer): Promise<string> => {
    const found = await imported(text)
    if (!isFault(found)) throw new Error('it was taken')
    expect([found.fault, statusOf(found)]).toEqual(['invalid_request', 400])
    return String(found.facts['message'])
  }
  const changed = (text: string, number: number, change: (line: string) => string): string =>
    text
      .split('\n')
      .map((line, i) => (i === number - 1 ? change(line) : line))
      .join('\n')

  test('is refused in words that name the line', async () => {
    const text = await exported(await lived(20))
    const lines = text.split('\n')
    const numberOf = (start: string): number => lines.findIndex((line) => line.startsWith(start)) + 1
    const players = numberOf('{"part":"players"')
    const lastEntry = lines.length - 2
    expect(await faultOf('')).toBe('The file is empty; expected the state of a game')
    expect(await faultOf('hello\n')).toBe('Line 1 is not a JSON object')
    expect(await faultOf(Buffer.from([0x1f, 0x8b, 8, 0]))).toBe('The file is compressed with gzip; unpack it first')
    expect(await faultOf(Buffer.concat([Buffer.from(lines[0] ?? ''), Buffer.from([10, 0xff, 10])]))).toBe(
      'Line 2 is not UTF-8',
    )
    expect(await faultOf(changed(text, 1, (line) => line.replace('"format":1', '"format":3')))).toContain(
      'use a newer version',
    )
    expect(await faultOf(changed(text, 1, (line) => line.replace('"memory"', '"other"')))).toContain("the game 'other'")
    expect(await faultOf(changed(text, 1, (line) => line.replace('"seq":', '"sequence":')))).toMatch(/^Line 1: /)
    expect(await faultOf(changed(text, 2, (line) => line.replace('like', 'lake')))).toBe(
      'Line 2: the design does not match its hash',
    )
    expect(await faultOf(changed(text, players, (line) => line.replace('"alias":"', '"alias":7,"x":"')))).toMatch(
      new RegExp(`^Line ${players}: players.0.alias: expected string, found number`),
    )
    expect(await faultOf(changed(text, players, (line) => line.replace('players', 'plagues')))).toBe(
      `Line ${players}: a state has no part named 'plagues'`,
    )
    expect(await faultOf(changed(text, lastEntry, (line) => line.replace('"at":', '"at": ')))).toBe(
      `Line ${lastEntry + 1}: a line before it was changed or is missing`,
    )
    expect(await faultOf(changed(text, lastEntry - 1, (line) => line.replace('"at":', '"at": ')))).toBe(
      `Line ${lastEntry}: this entry does not follow the one before it`,
    )
    expect(await faultOf(changed(text, players, (line) => line.replace('"alias":"p0"', '"alias":"p9"')))).toContain(
      'a line before it was changed',
    )
    expect(await faultOf(`${text}{}\n`)).toContain('expected no more lines after the last line')
  })

  test('is refused wherever it is cut off', async () => {
    const text = await exported(await lived(20))
    for (let end = 0; end < text.length; end += 997)
      expect(await faultOf(text.slice(0, end))).toMatch(/^(The file is empty|The file ends|Line \d)/)
    const lines = text.split('\n')
    for (let count = 1; count < lines.length - 1; count += 1)
      expect(await faultOf(`${lines.slice(0, count).join('\n')}\n`)).toMatch(
        /cut off|no state|do not end|among the lines|has feeds/,
      )
  })

  test('leaves no design behind; one that is taken keeps those that it names', async () => {
    const game = await lived(20)
    const text = await exported(game)
    const [header = '', design = '', ...rest] = text.split('\n')
    const { source } = JSON.parse(design) as { readonly source: object }
    const other = JSON.stringify({ ...source, leaderboards: [] })
    const flood = `{"design":"${designHash(other)}","source":${other}}`
    const signed = signedAgain([header, design, flood, ...rest].join('\n'))
    const kept: string[] = []
    expect(isFault(await imported(text.slice(0, -2), { kept }))).toBe(true)
    expect(isFault(await imported(text.replace('"p0"', '"p9"'), { kept }))).toBe(true)
    expect(kept).toEqual([])
    expectSameExport(await exportedAgain(whole(await imported(signed, { kept })), game), text)
    expect(kept).toEqual([JSON.stringify(source)])
  })

  test('is refused before a line is held that is longer than any', async () => {
    let sent = 0
    const endless = async function* () {
      for (;;) {
        sent += 1
        yield Buffer.alloc(1 << 20, 'x')
      }
    }
    const nothing = (): never => {
      throw new Error('nothing comes so far')
    }
    const found = await importState(endless(), {
      game: 'memory',
      runtime: 'staging',
      zoneOffset: () => 0,
      designs: { write: nothing },
      begin: nothing,
    })
    expect(isFault(found) && found.facts['message']).toBe('Line 1 is longer than a line of a state can be')
    expect(sent).toBe(65)
  })
})
