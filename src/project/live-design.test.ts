import { existsSync } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { designDirectory, type DesignDirectory } from '../../test/support/design-directory.ts'
import { lostChanges, mergeDesigns, partlyChanged } from '../game/design/merge.ts'
import { emptyDesign, type DesignSource } from '../game/design/source.ts'
import type { Reevaluation } from '../game/kernel/reevaluation-answer.ts'
import { nodeFileSystem } from '../storage/fs.ts'
import { designReader } from './design-reader.ts'
import { LiveDesign, type DesignReport, type LiveGame } from './live-design.ts'

const metric = (id: string, name: string) => ({ id, name, type: 'point' })
const designOf = (...metrics: readonly unknown[]): DesignSource => ({ ...emptyDesign, metrics })
const textOf = (source: DesignSource): string => JSON.stringify(source)
const [xp, gold] = [metric('xp', 'XP'), metric('gold', 'Gold')]

const none = { players: 0, changes: [] }
const inLine: Reevaluation = {
  dry_run: true,
  players: 0,
  levels: none,
  achievements: none,
  failed: { players: 0, error_description: null },
}

/** A game that keeps its design as the emulator does: what files bring again is nothing new. */
class FakeGame implements LiveGame {
  latest: { source: DesignSource }
  /** What staging runs. */
  runs: DesignSource
  takes = 0
  inFiles: DesignSource
  /** What is being written to the files. */
  writing: DesignSource | undefined
  /** What the next one to take something fails with. */
  failure: Error | undefined
  /** Players out of line, and when they are counted. */
  players = 0
  renamed: string[] = []
  counted: Promise<unknown> | undefined
  readonly #listeners = new Set<() => void>()

  constructor(source: DesignSource, inFiles = source) {
    this.latest = { source }
    this.runs = source
    this.inFiles = inFiles
  }

  get isWriting(): boolean {
    return this.writing !== undefined
  }

  async files(found?: DesignSource): Promise<DesignSource> {
    return found && this.writing ? partlyChanged(this.inFiles, this.writing, found) : this.inFiles
  }

  async takeFromFiles({ source }: { readonly source: DesignSource }, keepsRoutes: boolean) {
    if (this.failure) throw this.failure
    const [base, before, ran] = [this.inFiles, this.latest.source, this.runs]
    if (textOf(source) === textOf(base)) return { changed: false, lost: [], ran, renamed: [] }
    const next = keepsRoutes ? mergeDesigns(base, source, before) : source
    this.takes += 1
    this.inFiles = source
    this.latest = { source: next }
    this.runs = source
    return { changed: true, lost: lostChanges(base, before, next), ran, renamed: this.renamed }
  }

  async willWrite(before: DesignSource, after: DesignSource): Promise<void> {
    this.inFiles = before
    this.writing = after
  }

  async wroteFiles(source: DesignSource): Promise<void> {
    this.inFiles = source
    this.writing = undefined
  }

  onRouteSave(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async outOfLine(): Promise<Reevaluation> {
    await this.counted
    return { ...inLine, players: this.players }
  }

  /** A change through a route. */
  save(source: DesignSource): void {
    this.latest = { source }
    for (const listener of this.#listeners) listener()
  }
}

interface Live extends DesignDirectory {
  readonly game: FakeGame
  readonly live: LiveDesign
  readonly reports: DesignReport[]
  readonly warnings: string[]
  /** What a file holds. */
  readonly json: (path: string) => Promise<unknown>
  /** Resolves when so much has been told, and no more. */
  readonly tells: (...expected: readonly object[]) => Promise<void>
}

interface Settings {
  /** Null for no directory. */
  readonly files?: Readonly<Record<string, unknown>> | null
  readonly latest?: DesignSource
  /** What was being written when all stopped. */
  readonly writing?: DesignSource
  readonly watch?: 'events' | 'off'
  readonly writeBack?: boolean
}

async function goLive(settings: Settings = {}): Promise<Live> {
  const { files = { 'metrics/xp.json': xp, 'metrics/gold.json': gold }, watch = 'events', writeBack = false } = settings
  const directory = await designDirectory(files ?? {})
  if (files === null) await rm(directory.design, { recursive: true })
  const reader = designReader(nodeFileSystem(), directory.design)
  const known = await reader.read()
  const game = new FakeGame(known.design?.source ?? designOf(gold, xp), files === null ? emptyDesign : undefined)
  if (settings.latest) game.latest = { source: settings.latest }
  game.writing = settings.writing
  const reports: DesignReport[] = []
  const warnings: string[] = []
  const live = new LiveDesign({
    files: nodeFileSystem(),
    reader,
    known,
    game,
    watch,
    writeBack,
    report: (one) => reports.push(one),
    warn: (message) => warnings.push(message),
  })
  onTestFinished(() => live.close())
  const tells = async (...expected: readonly object[]): Promise<void> => {
    await expect.poll(() => reports, { timeout: 4000, interval: 5 }).toMatchObject(expected)
    await sleep(150)
    expect(reports).toHaveLength(expected.length)
  }
  const json = async (path: string): Promise<unknown> => JSON.parse(await readFile(directory.at(path), 'utf8'))
  return { ...directory, game, live, reports, warnings, json, tells }
}

const changed = (...changes: readonly string[]) => ({
  type: 'changed',
  isMended: false,
  changes,
  keptAside: [] as string[],
  lost: [] as string[],
})

describe('what changes in the files', () => {
  test('is taken once, and told', async () => {
    const { game, write, tells } = await goLive()
    await write('metrics/xp.json', metric('xp', 'Points'))
    await tells(changed('metrics/xp: name XP -> Points'))
    expect(game).toMatchObject({ takes: 1, latest: { source: designOf(gold, metric('xp', 'Points')) } })
  })

  test('is followed by the players whom the new rules would change, where they may', async () => {
    const { game, write, tells } = await goLive()
    game.players = 2
    await write('actions/hug.json', { id: 'hug', name: 'Hug' })
    const hug = changed('actions/hug: added')
    await tells(hug)
    await write('metrics/xp.json', metric('xp', 'Points'))
    await tells(hug, changed('metrics/xp: name XP -> Points'), { type: 'out of line', counts: { players: 2 } })
  })

  test('is followed by the last count alone where it changes again meanwhile, and by none where there are no players', async () => {
    const { game, write, tells } = await goLive()
    game.players = 2
    const { promise, resolve } = Promise.withResolvers<void>()
    game.counted = promise
    await write('metrics/xp.json', metric('xp', 'Points'))
    const first = changed('metrics/xp: name XP -> Points')
    await tells(first)
    await write('metrics/xp.json', metric('xp', 'Score'))
    const second = changed('metrics/xp: name Points -> Score')
    await tells(first, second)
    resolve()
    const counted = { type: 'out of line', counts: { players: 2 } }
    await tells(first, second, counted)
    game.players = 0
    await write('metrics/xp.json', xp)
    await tells(first, second, counted, changed('metrics/xp: name Score -> XP'))
  })

  test('is told against what staging ran, whatever routes have saved, and what of that is undone', async () => {
    const { game, write, tells } = await goLive()
    game.save(designOf(metric('gold', 'Coins'), xp))
    const saved = { type: 'differing', changes: ['metrics/gold: name Gold -> Coins'] }
    await tells(saved)
    await write('metrics/xp.json', metric('xp', 'Points'))
    const taken = { ...changed('metrics/xp: name XP -> Points'), lost: ['metrics/gold'] }
    await tells(saved, taken)
    game.runs = designOf(metric('gold', 'Old'), metric('xp', 'Older'))
    await write('metrics/xp.json', metric('xp', 'Score'))
    await tells(saved, taken, changed('metrics/gold: name Old -> Gold', 'metrics/xp: name Older -> Score'))
  })

  test('is told when it is broken, and the game keeps what it has; then that it is good again', async () => {
    const { game, live, write, at, tells } = await goLive()
    await write('metrics/xp.json', { ...xp, colour: 'red' })
    const problems = [{ file: at('metrics/xp.json'), line: 5, column: 13, kind: 'metrics', id: 'xp' }]
    await tells({ type: 'broken', problems })
    expect(game.takes).toBe(0)
    expect(live.state).toMatchObject({ loaded: [{ id: 'gold' }, { id: 'xp' }], problems })
    await write('metrics/xp.json', xp)
    await tells({ type: 'broken' }, { type: 'changed', isMended: true, changes: [] })
    expect(live.state.problems).toEqual([])
    await write('metrics/xp.json', '{')
    await tells({ type: 'broken' }, { isMended: true }, { type: 'broken' })
    await write('metrics/xp.json', metric('xp', 'Points'))
    const mended = { type: 'changed', isMended: true, changes: ['metrics/xp: name XP -> Points'] }
    await tells({ type: 'broken' }, { isMended: true }, { type: 'broken' }, mended)
  })

  test('is told when it was broken from the start, as soon as it is good', async () => {
    const { game, live, write, tells } = await goLive({ files: { 'metrics/xp.json': '{' } })
    expect(live.state).toMatchObject({ loaded: [], problems: [{ line: 1, column: 2 }] })
    await write('metrics/xp.json', xp)
    await tells({
      type: 'changed',
      isMended: true,
      changes: ['metrics/gold: removed'],
      keptAside: ['metrics/gold'],
    })
    expect(game.takes).toBe(1)
  })

  test('names the files that hold it now', async () => {
    const { live, write, at, tells } = await goLive()
    await write('metrics/more.json', [metric('karma', 'Karma')])
    await tells(changed('metrics/karma: added'))
    expect(live.state.loaded).toEqual([
      { kind: 'metrics', id: 'gold', file: at('metrics/gold.json') },
      { kind: 'metrics', id: 'karma', file: at('metrics/more.json') },
      { kind: 'metrics', id: 'xp', file: at('metrics/xp.json') },
    ])
  })

  test('is the name of a file alone: nothing is told, and that is where its component is found', async () => {
    const { game, live, at, tells } = await goLive()
    await rename(at('metrics/xp.json'), at('metrics/points.json'))
    await expect.poll(() => live.state.loaded[1], { timeout: 4000 }).toMatchObject({ file: at('metrics/points.json') })
    await tells()
    expect(game.takes).toBe(0)
  })

  test('and cannot be taken is told of, and the next one is taken', async () => {
    const { game, write, warnings, tells } = await goLive()
    game.failure = new Error('the disk is full')
    await write('metrics/xp.json', metric('xp', 'Points'))
    await expect.poll(() => warnings).toEqual([expect.stringContaining('the disk is full')])
    game.failure = undefined
    await write('metrics/xp.json', metric('xp', 'Score'))
    await tells(changed('metrics/xp: name XP -> Score'))
  })

  test('is nothing to a game that does not watch', async () => {
    const { game, write, reports } = await goLive({ watch: 'off' })
    await write('metrics/xp.json', metric('xp', 'Points'))
    await sleep(300)
    expect([reports, game.takes]).toEqual([[], 0])
  })
})

describe('what routes change', () => {
  const after = designOf(gold, metric('xp', 'Points'))

  test('stays out of the files without --write-back, and each save is told of', async () => {
    const { game, at, tells } = await goLive()
    game.save(after)
    const first = { type: 'differing', changes: ['metrics/xp: name XP -> Points'] }
    await tells(first)
    game.save(designOf(gold, metric('xp', 'Score')))
    await tells(first, { type: 'differing', changes: ['metrics/xp: name XP -> Score'] })
    game.save(designOf(gold, xp))
    await tells(first, { type: 'differing' })
    expect(JSON.parse(await readFile(at('metrics/xp.json'), 'utf8'))).toEqual(xp)
  })

  test('is told apart from what the files have changed before', async () => {
    const { game, write, tells } = await goLive()
    await write('metrics/xp.json', metric('xp', 'Points'))
    const taken = changed('metrics/xp: name XP -> Points')
    await tells(taken)
    game.save(designOf(metric('gold', 'Coins'), metric('xp', 'Points')))
    await tells(taken, { type: 'differing', changes: ['metrics/gold: name Gold -> Coins'] })
  })

  test('is no difference where the files hold it, though nobody takes them', async () => {
    const { game, write, tells } = await goLive({ watch: 'off' })
    await write('metrics/xp.json', { type: 'point', name: 'Points', id: 'xp' })
    game.save(designOf(gold, metric('xp', 'Points')))
    await tells()
    game.save(designOf(metric('gold', 'Coins'), metric('xp', 'Points')))
    const first = { type: 'differing', changes: ['metrics/gold: name Gold -> Coins'] }
    await tells(first)
    await write('metrics/gold.json', '{')
    game.save(designOf(metric('gold', 'Coins'), metric('xp', 'Score')))
    await tells(first, {
      type: 'differing',
      changes: ['metrics/gold: name Gold -> Coins', 'metrics/xp: name XP -> Score'],
    })
  })

  test('and files do not hold is told of at the start', async () => {
    const { tells } = await goLive({ latest: after })
    await tells({ type: 'differing', changes: ['metrics/xp: name XP -> Points'] })
  })

  test.each(['events', 'off'] as const)('is written back, and not taken for an edit (%s)', async (watch) => {
    const { game, at, tells } = await goLive({ writeBack: true, watch })
    game.save(after)
    await tells({ type: 'written', wrote: [at('metrics/xp.json')], removed: [] })
    expect(JSON.parse(await readFile(at('metrics/xp.json'), 'utf8'))).toEqual(metric('xp', 'Points'))
    game.save(designOf(metric('xp', 'Points')))
    await tells({ type: 'written' }, { type: 'written', wrote: [], removed: [at('metrics/gold.json')] })
    expect(game).toMatchObject({ takes: 0, latest: { source: designOf(metric('xp', 'Points')) } })
  })

  test('at once and many times comes into the files whole', async () => {
    const { game, at, reports } = await goLive({ writeBack: true })
    const metrics = Array.from({ length: 30 }, (_, i) => metric(`m${String(i).padStart(2, '0')}`, 'M'))
    for (let i = 1; i <= 30; i += 1) game.save(designOf(gold, ...metrics.slice(0, i), xp))
    await expect.poll(() => game.inFiles, { timeout: 4000 }).toEqual(designOf(gold, ...metrics, xp))
    await sleep(200)
    expect(JSON.parse(await readFile(at('metrics/m29.json'), 'utf8'))).toEqual(metrics[29])
    expect(game.takes).toBe(0)
    expect(reports.map((one) => one.type)).not.toContain('left')
  })

  test.each(['events', 'off'] as const)(
    'again and again in one file comes into it in that order (%s)',
    async (watch) => {
      const { game, at, reports } = await goLive({ writeBack: true, watch })
      for (let i = 1; i <= 30; i += 1) {
        game.save(designOf(gold, metric('xp', `n${i}`)))
        await sleep(i % 3)
      }
      await expect.poll(() => game.inFiles, { timeout: 4000 }).toEqual(game.latest.source)
      expect(new Set(reports.map((one) => one.type))).toEqual(new Set(['written']))
      expect(JSON.parse(await readFile(at('metrics/xp.json'), 'utf8'))).toEqual(metric('xp', 'n30'))
    },
  )

  test('gives way to what somebody is changing in the same file', async () => {
    const { game, write, at, tells } = await goLive({ writeBack: true })
    await write('metrics/xp.json', metric('xp', 'Mine'))
    game.save(designOf(metric('gold', 'Coins'), metric('xp', 'Points')))
    await tells(
      { type: 'written', wrote: [at('metrics/gold.json')] },
      { type: 'left', left: [{ name: 'metrics/xp' }] },
      changed('metrics/gold: name Gold -> Coins', 'metrics/xp: name XP -> Mine'),
    )
    expect(game.latest.source).toEqual(designOf(metric('gold', 'Coins'), metric('xp', 'Mine')))
  })

  test('stays when files change another component in the same moment, and both are in both', async () => {
    const { game, write, json } = await goLive({ writeBack: true })
    for (let i = 0; i < 15; i += 1) {
      await write('metrics/xp.json', metric('xp', `F${i}`))
      await sleep(i * 2)
      game.save(designOf(metric('gold', `R${i}`), ...game.latest.source.metrics.slice(1)))
      const both = designOf(metric('gold', `R${i}`), metric('xp', `F${i}`))
      await expect.poll(() => [game.latest.source, game.inFiles], { timeout: 4000 }).toEqual([both, both])
      expect([await json('metrics/gold.json'), await json('metrics/xp.json')]).toEqual(both.metrics)
    }
  })

  test('and files change too before it is written is told to be left, and the rest is written', async () => {
    const { game, write, at, tells } = await goLive({ writeBack: true })
    // A save whose turn comes after that of the files.
    game.latest = { source: designOf(metric('gold', 'Coins'), metric('xp', 'Points')) }
    await write('metrics/xp.json', metric('xp', 'Mine'))
    await tells(
      changed('metrics/xp: name XP -> Mine'),
      { type: 'left', left: [{ name: 'metrics/xp', reason: 'its file changed in the meantime' }] },
      { type: 'written', wrote: [at('metrics/gold.json')] },
    )
    expect(game.latest.source).toEqual(designOf(metric('gold', 'Coins'), metric('xp', 'Mine')))
  })

  test('is taken again from files that somebody puts back as they were before it was written', async () => {
    const { game, write } = await goLive({ writeBack: true })
    game.wroteFiles = async (source) => {
      game.inFiles = source
      await write('metrics/xp.json', xp)
    }
    game.save(after)
    await expect.poll(() => game.latest.source, { timeout: 4000 }).toEqual(designOf(gold, xp))
  })

  test('is noted before the first file is written, but for what is left, and not where nothing is written', async () => {
    const { game, write, json, tells } = await goLive({ writeBack: true, watch: 'off' })
    const noted: unknown[] = []
    game.willWrite = async (before, after) => void noted.push(before, after, await json('metrics/gold.json'))
    await write('metrics/xp.json', metric('xp', 'Mine'))
    game.save(designOf(gold, metric('xp', 'Points')))
    const left = { type: 'left', left: [{ name: 'metrics/xp' }] }
    await tells(left)
    expect(noted).toEqual([])
    const coins = metric('gold', 'Coins')
    game.save(designOf(coins, metric('xp', 'Points')))
    await tells(left, { type: 'written' }, left)
    expect(noted).toEqual([designOf(gold, xp), designOf(coins, xp), gold])
    expect(game.inFiles).toEqual(designOf(coins, xp))
  })

  const red = { ...xp, colour: 'red' }

  test.each([
    ['with what was saved since', after, 'metrics/xp.json', metric('xp', 'Points')],
    ['with what the files held before', designOf(gold, xp), 'metrics/xp.json', xp],
  ])('and was cut off where the files cannot be played is mended %s', async (_, latest, path, component) => {
    const files = { 'metrics/xp.json': red, 'metrics/gold.json': gold }
    const { game, json, at, tells } = await goLive({ writeBack: true, files, latest, writing: designOf(gold, red) })
    await tells({ type: 'written', wrote: [at(path)], isMended: true, problems: [] })
    expect(await json(path)).toEqual(component)
    expect(game).toMatchObject({ takes: 0, inFiles: latest, isWriting: false })
  })

  test('waits while files are broken, and is written once they are good', async () => {
    const { game, write, json, at, tells } = await goLive({ writeBack: true })
    await write('metrics/xp.json', '{')
    await tells({ type: 'broken' })
    game.save(designOf(metric('gold', 'Coins'), xp))
    const left = {
      type: 'left',
      left: [{ name: 'metrics/gold', reason: expect.stringContaining('broken or missing') }],
    }
    await tells({ type: 'broken' }, left)
    expect(await json('metrics/gold.json')).toEqual(gold)
    await write('metrics/xp.json', metric('xp', 'Points'))
    const mended = { isMended: true, changes: ['metrics/xp: name XP -> Points'] }
    await tells({ type: 'broken' }, left, mended, { type: 'written', wrote: [at('metrics/gold.json')] })
    expect(game.latest.source).toEqual(designOf(metric('gold', 'Coins'), metric('xp', 'Points')))
  })

  test.each(['events', 'off'] as const)('is not written where the directory is gone (%s)', async (watch) => {
    const { game, design, reports } = await goLive({ writeBack: true, watch })
    await rm(design, { recursive: true })
    game.save(designOf(gold, metric('new', 'New'), xp))
    await expect
      .poll(() => reports.filter((one) => one.type === 'left'))
      .toMatchObject([{ left: [{ name: 'metrics/new' }] }])
    await sleep(300)
    expect(existsSync(design)).toBe(false)
    expect(game).toMatchObject({ takes: 0, latest: { source: designOf(gold, metric('new', 'New'), xp) } })
  })

  test.each(['events', 'off'] as const)(
    'and cannot be played is written, which is told once; then that it is good again (%s)',
    async (watch) => {
      const { game, live, at, tells } = await goLive({ writeBack: true, watch })
      game.save(designOf(gold, { ...xp, colour: 'red' }))
      const problems = [{ file: at('metrics/xp.json'), line: 5, column: 13, kind: 'metrics', id: 'xp' }]
      const unplayable = { type: 'written', wrote: [at('metrics/xp.json')], isMended: false, problems }
      await tells(unplayable)
      expect(live.state).toMatchObject({ loaded: [{ id: 'gold' }, { id: 'xp' }], problems })
      expect(game.inFiles).toEqual(game.latest.source)
      game.save(designOf(metric('gold', 'Coins'), { ...xp, colour: 'red' }))
      const next = { type: 'written', wrote: [at('metrics/gold.json')], isMended: false, problems: [] }
      await tells(unplayable, next)
      game.save(designOf(metric('gold', 'Coins'), metric('xp', 'Points')))
      await tells(unplayable, next, { type: 'written', wrote: [at('metrics/xp.json')], isMended: true, problems: [] })
      expect(live.state.problems).toEqual([])
      expect(game).toMatchObject({ takes: 0, inFiles: game.latest.source })
    },
  )

  test('is written with all the rest into a directory that was not there', async () => {
    const { game, at, tells } = await goLive({ writeBack: true, files: null })
    game.save(after)
    await tells({ type: 'written', wrote: [at('metrics/gold.json'), at('metrics/xp.json')] })
    expect(game).toMatchObject({ takes: 0, latest: { source: after } })
  })
})
