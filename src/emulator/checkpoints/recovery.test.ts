import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { action, add, designOf, point } from '../../../test/support/design-parts.ts'
import { START_MS } from '../../../test/support/game-run.ts'
import { SimulatedFileSystem } from '../../../test/support/simulated-fs.ts'
import { testGame } from '../../../test/support/test-game.ts'
import { playAction } from '../../game/actions/operations.ts'
import { isFault } from '../../game/kernel/fault.ts'
import { createPlayer } from '../../game/players/administration.ts'
import { readProfile } from '../../game/players/profile.ts'
import { checksum, formatSum } from '../../storage/checksum.ts'
import { openFileJournal } from '../../storage/file-journal.ts'
import type { Durability } from '../../storage/journal.ts'
import { StorageError } from '../../storage/storage-error.ts'
import { openEmulator, type Emulator } from '../emulator.ts'
import type { DataDirectory, EmulatorSettings } from '../settings.ts'
import { recoverState } from './recovery.ts'

const design = designOf({ metrics: [point('xp')], actions: [action('like', [add('xp', '10')])] })
const operator = { client: 'test' }
const JOURNAL = 'data/staging/journal/1-000000000001.ndjson'

let starts = 0

interface Start {
  readonly emulator: Emulator
  readonly warnings: string[]
}

/** A start on these files, by another process each time. */
async function start(
  files: SimulatedFileSystem,
  settings: Partial<EmulatorSettings> = {},
  limits: DataDirectory['limits'] = {},
): Promise<Start> {
  starts += 1
  const pid = starts
  const warnings: string[] = []
  const emulator = await openEmulator({
    game: testGame('zion'),
    clients: [],
    program: 'test',
    design,
    machineNow: () => START_MS,
    warn: (message) => void warnings.push(message),
    data: {
      files,
      directory: 'data',
      limits,
      processes: { pid, host: 'here', startOf: async (asked) => (asked === pid ? `${pid}` : undefined) },
    },
    ...settings,
  })
  await emulator.ready.catch(async (error: unknown) => {
    await emulator.stop()
    throw error
  })
  return { emulator, warnings }
}

async function play(emulator: Emulator, times: number): Promise<void> {
  const input = { action: 'like', count: 1, variables: {}, scopes: [], query: false }
  for (let i = 0; i < times; i += 1)
    await emulator.runtime('staging').execute(playAction, input, { client: 'test', player: 'neo' })
}

/** How often neo has played, as his points tell. */
async function playsOf({ emulator }: Start): Promise<number | undefined> {
  const profile = await emulator.runtime('staging').execute(readProfile, { id: 'neo' }, operator)
  return isFault(profile) ? undefined : Number(profile.scores[0]?.value ?? '0') / 10
}

/** The files of a game in which neo played twice, with a snapshot after each. */
async function played(durability: Durability = 'batch'): Promise<SimulatedFileSystem> {
  const files = new SimulatedFileSystem()
  for (let i = 0; i < 2; i += 1) {
    const { emulator } = await start(files, { durability })
    if (i === 0) await emulator.runtime('staging').execute(createPlayer, { id: 'neo' }, operator)
    await play(emulator, 1)
    await emulator.stop()
  }
  return files
}

const snapshotsIn = async (files: SimulatedFileSystem): Promise<string[]> =>
  (await files.list('data/staging/snapshots')).map((name) => `data/staging/snapshots/${name}`).toReversed()

async function edit(files: SimulatedFileSystem, path: string, change: (text: string) => string): Promise<void> {
  const text = change(String(await files.readFile(path)))
  await (await files.open(path, 'replace')).write(Buffer.from(text), 0)
}

/** Changes the lines of a snapshot, and closes it as one is that was written so. */
async function forge(files: SimulatedFileSystem, path: string, change: (text: string) => string): Promise<void> {
  await edit(files, path, (text) => {
    const lines = change(text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1))
    return `${lines}{"bytes":${Buffer.byteLength(lines)},"sum":"${formatSum(crc32(lines))}"}\n`
  })
}

describe('a snapshot that is no use is passed over with a warning', () => {
  test.each<[string, (text: string) => string, RegExp]>([
    ['does not fit the journal', (text) => text.replace(/"chain":\d+/, '"chain":1'), /is inconsistent at entry \d/],
    [
      'is of a format before this one',
      (text) => text.replace(/"format":\d/, '"format":1'),
      /it has format 1, written by/,
    ],
    [
      'has parts of another layout',
      (text) => text.replace('"name":"players"', '"name":"people"'),
      /unknown kind, 'people'/,
    ],
    ['lacks a part', (text) => text.replace(/\{"name":"frame".*\n/, ''), /it does not contain a whole state/],
    ['is not what its end says', (text) => text.replace('neo', 'neu').concat(' '), /it is damaged/],
  ])('one that %s', async (_name, change, words) => {
    const files = await played()
    const [newest = ''] = await snapshotsIn(files)
    await forge(files, newest, change)
    const again = await start(files)
    expect(again.warnings).toEqual([expect.stringMatching(`^${newest} is ignored: `)])
    expect(again.warnings[0]).toMatch(words)
    expect(await playsOf(again)).toBe(2)
    await play(again.emulator, 1)
    await again.emulator.stop()
    expect(await snapshotsIn(files)).not.toContain(newest)
    expect((await start(files)).warnings).toEqual([])
  })

  test('all of them: then everything is replayed', async () => {
    const files = await played()
    for (const path of await snapshotsIn(files)) await edit(files, path, () => '')
    const again = await start(files)
    expect(again.warnings).toHaveLength(2)
    expect(await playsOf(again)).toBe(2)
  })
})

describe('a start is refused, and nothing changed, where', () => {
  test.each<[string, (files: SimulatedFileSystem) => Promise<unknown>, RegExp]>([
    [
      'the last play is damaged that a snapshot was made of',
      (files) => edit(files, JOURNAL, (text) => text.replace('{"seq":5,', '{"seq":6,')),
      /has lost entry 5, /,
    ],
    [
      'the journal is empty',
      (files) => edit(files, JOURNAL, () => ''),
      /damaged at byte 0: its first line cannot be read/,
    ],
    ['the journal has gone', (files) => files.unlink(JOURNAL), /has no journal of generation 1, though the game was/],
    [
      'the journal and game.json have gone, and not the snapshots',
      async (files) => {
        await files.unlink(JOURNAL)
        await files.unlink('data/game.json')
      },
      /has lost entries 1 to 5, .* delete data\/staging\/snapshots\/1-000000000005.ndjson and /,
    ],
  ])('%s', async (_name, damage, words) => {
    const files = await played()
    await damage(files)
    const before = await Promise.all((await snapshotsIn(files)).concat(JOURNAL).map((path) => files.readFile(path)))
    await expect(start(files)).rejects.toThrow(words)
    const after = await Promise.all((await snapshotsIn(files)).concat(JOURNAL).map((path) => files.readFile(path)))
    expect(after).toEqual(before)
  })
})

describe('without syncs, a power failure', () => {
  test('leaves what a snapshot was made of', async () => {
    const files = new SimulatedFileSystem()
    const { emulator } = await start(files, { durability: 'off' }, { checkpointEntries: 5 })
    await emulator.runtime('staging').execute(createPlayer, { id: 'neo' }, operator)
    await play(emulator, 9)
    await expect.poll(() => snapshotsIn(files)).not.toEqual([])
    const [newest] = await snapshotsIn(files)
    const again = await start(files.crash('none'))
    expect(newest).toContain(String(again.emulator.runtime('staging').state.seq))
    expect(await playsOf(again)).toBeGreaterThan(0)
  })

  test('that leaves a hole after it is damage', async () => {
    const outcomes = new Set<unknown>()
    for (let seed = 0; seed < 4; seed += 1) {
      const files = await played('off')
      await play((await start(files, { durability: 'off' })).emulator, 4)
      const again = start(files.crash('some'), { durability: 'off' })
      outcomes.add(await again.then(playsOf, (error: unknown) => /damaged|lost/.exec(String(error))?.[0]))
    }
    expect(outcomes).toContain('damaged')
    for (const outcome of outcomes) if (outcome !== 'damaged') expect(outcome).toBeGreaterThanOrEqual(2)
  })
})

/** The text of game.json with other facts about the design. */
function withDesign(text: string, facts: object): string {
  const { design, ...rest } = JSON.parse(text) as { design: object }
  return JSON.stringify({ ...rest, design: { ...design, ...facts } })
}

describe('an entry that nothing can take in', () => {
  const broken: readonly (readonly [text: string, why: string])[] = [
    [
      '{"seq":1,"at":5,"chain":0,"op":"x","caller":{},"events":[{"event":"player:reset","player":{"id":"neo"}}]}',
      "names the player 'neo'",
    ],
    ['{"seq":1,"at":5,"chain":0,"op":"x","caller":{},"events":[{"event":"score"}]}', 'undefined'],
    ['{"seq":1,"at":5,"chain":0}', 'not an entry of a history'],
    ['null', 'not an entry of a history'],
    ['{"seq":1,', 'JSON'],
  ]

  test.each(broken)('is told with its file: %s', async (text, why) => {
    const journal = await openFileJournal({
      fs: new SimulatedFileSystem(),
      directory: 'data/staging/journal',
      program: 'test',
      runtime: 'staging',
      generation: undefined,
      checkpoints: [],
      durability: 'batch',
      design: () => null,
    })
    await journal.append(1, text, checksum(text))
    const recovered = recoverState('staging', { checkpoints: [], journal, markUnusable: () => {} }, async () => {})
    await expect(recovered).rejects.toThrow(StorageError)
    await expect(recovered).rejects.toThrow(`Entry 1 of the staging runtime in ${JOURNAL} cannot be applied: `)
    await expect(recovered).rejects.toThrow(why)
    await journal.close()
  })
})

describe('game.json', () => {
  test.each([
    ['null', /cannot be used: expected object, found null\. Restore it from a backup; or delete it/],
    ['[]', /cannot be used: expected object, found array\. /],
    ['{"format":1,"created":"now","x":1}', /cannot be used: created: .*; secret: missing; .*; x: unknown field 'x'/],
    ['{"format":2}', /^data\/game.json has format 2, this version of gamify reads format 1: use a newer one$/],
  ])('that holds %s is refused in one line', async (content, words) => {
    const files = await played()
    await edit(files, 'data/game.json', () => content)
    const refused = start(files)
    await expect(refused).rejects.toThrow(words)
    await expect(refused).rejects.toThrow(/^.*$/)
    await expect(refused).rejects.toThrow(StorageError)
  })

  const [one, two] = ['1', '2'].map((digit) => digit.repeat(64))
  test.each([
    [
      [
        ['v1', one],
        ['v1', two],
      ],
      'versions.1.label: already used by another version; expected a label of its own',
    ],
    [
      [
        ['v1', one],
        ['v2', one],
      ],
      'versions.1.hash: already used by another version; expected a design of its own',
    ],
    [[['v1e+40', one]], 'versions.0.label: expected a label from v1 to v999999999999999'],
    [[['v99999999999999999999', one]], 'versions.0.label: expected a label from v1 to v999999999999999'],
  ])('whose versions are %j is refused in one line, and left as it is', async (versions, words) => {
    const files = await played()
    const listed = versions.map(([label, hash]) => ({ label, hash }))
    await edit(files, 'data/game.json', (text) => withDesign(text, { versions: listed }))
    const kept = String(await files.readFile('data/game.json'))
    const refused = start(files)
    await expect(refused).rejects.toThrow(`data/game.json cannot be used: design.${words}. Restore it from a backup`)
    await expect(refused).rejects.toThrow(StorageError)
    expect(String(await files.readFile('data/game.json'))).toBe(kept)
  })

  test('that names designs that are not there is refused with their files, and left as it is', async () => {
    const files = await played()
    const versions = [{ label: 'v1', hash: one }]
    await edit(files, 'data/game.json', (text) => withDesign(text, { stash: two, versions }))
    const kept = String(await files.readFile('data/game.json'))
    const refused = start(files)
    await expect(refused).rejects.toThrow(
      `data/game.json names designs that are missing: data/designs/${two}.json (stash), data/designs/${one}.json (v1). ` +
        'Restore them from a backup',
    )
    await expect(refused).rejects.toThrow(StorageError)
    expect(String(await files.readFile('data/game.json'))).toBe(kept)
  })

  test('that has gone is made anew, with a warning, and the game goes on', async () => {
    const files = await played()
    await files.unlink('data/game.json')
    const again = await start(files)
    expect(again.warnings).toEqual([expect.stringContaining('game.json was missing from data and was created again')])
    expect(await playsOf(again)).toBe(2)
    await again.emulator.stop()
    expect((await start(files)).warnings).toEqual([])
  })
})

describe('a design that has gone from the data directory', () => {
  const remove = async (files: SimulatedFileSystem): Promise<void> => {
    for (const name of await files.list('data/designs')) await files.unlink(`data/designs/${name}`)
  }

  test('is put back where the project has the same', async () => {
    const files = await played()
    await remove(files)
    const again = await start(files)
    expect(await playsOf(again)).toBe(2)
    await again.emulator.stop()
    expect(await playsOf(await start(files, { design: undefined }))).toBe(2)
  })

  test('is refused in words where the project has none, or another', async () => {
    const files = await played()
    await remove(files)
    const words = /^data\/game\.json names designs that are missing: data\/designs\/[0-9a-f]{64}\.json \(latest\)/
    await expect(start(files, { design: undefined })).rejects.toThrow(words)
    await expect(start(files, { design: designOf({ metrics: [point('coins')] }) })).rejects.toThrow(words)
  })
})
