import * as z from 'zod'
import { endedLogins, type EndedLogins, type Login } from '../../src/auth/ended-logins.ts'
import { openRevokedTokens } from '../../src/emulator/revoked-tokens.ts'
import { keptAuthority } from '../../src/secure/kept-authority.ts'
import { openBoardArchive } from '../../src/storage/board-archive.ts'
import { designHash, openDesigns } from '../../src/storage/designs.ts'
import { openDocument } from '../../src/storage/documents.ts'
import { openFileImages } from '../../src/storage/file-images.ts'
import type { FileSystem } from '../../src/storage/fs.ts'
import { wholeOf } from '../../src/storage/images.ts'
import { openListFile } from '../../src/storage/list-file.ts'
import { mayBe, newCells, NOTHING, put, settles, type Cells } from './cells.ts'
import type { Life } from './fault-walk.ts'

/** The stores of a data directory beside the history, each by itself: what is written, and what a start finds of it. */

const openTitle = (fs: FileSystem) =>
  openDocument({
    fs,
    path: 'data/game.json',
    initial: { title: NOTHING },
    parse: (value) => value as { title: string },
    advice: '',
  })

/** A small document of JSON, in two sessions. */
export const documentLife: Life<Cells> = {
  newLedger: newCells,
  async history(fs, cells) {
    for (const titles of [['one', 'two'], ['three']]) {
      const file = await openTitle(fs)
      for (const title of titles)
        await put(cells, 'title', title, () => file.update((data) => void (data.title = title)))
    }
  },
  async check(fs, cells) {
    const file = await openTitle(fs)
    const problems = settles(cells, 'title', file.data.title)
    await put(cells, 'title', 'later', () => file.update((data) => void (data.title = 'later')))
    return problems
  },
}

const openWords = (fs: FileSystem) =>
  openListFile({
    fs,
    path: 'data/words.jsonl',
    format: 1,
    parse: (items) => z.array(z.string()).parse(items),
    advice: '',
  })

/** A list that grows at its end and is written anew now and then, in two sessions. */
export const listLife: Life<Cells> = {
  newLedger: newCells,
  async history(fs, cells) {
    for (const session of ['a', 'b']) {
      const list = await openWords(fs)
      let words = [...list.found]
      for (const word of [1, 2, 3].map((i) => `${session}${i} ${'ünï '.repeat(i)}`)) {
        await put(cells, 'words', [...words, word].join(), () => list.add(word))
        // What could not be added may be there all the same, until the next one is.
        if (cells.get('words')?.length === 1) words.push(word)
      }
      words = words.slice(1)
      await put(cells, 'words', words.join(), () => list.replace(() => words))
    }
  },
  async check(fs, cells) {
    const list = await openWords(fs)
    const problems = settles(cells, 'words', list.found.join())
    await put(cells, 'words', [...list.found, 'later'].join(), () => list.add('later'))
    return problems
  },
}

/** When sign-ins are ended, and until when their tokens would have been good. */
const ENDED_MS = Date.UTC(2030, 0, 1)
const UNTIL_S = ENDED_MS / 1000 + 60

const openLogins = async (fs: FileSystem): Promise<EndedLogins> =>
  endedLogins(await openRevokedTokens(fs, 'data'), () => ENDED_MS)

const loginOf = (id: string): Login => ({ id, client: 'app', issuedAtS: ENDED_MS / 1000, expiresAtS: UNTIL_S })

const endLogin = (logins: EndedLogins, cells: Cells, id: string): Promise<void> =>
  put(cells, id, 'ended', () => logins.end(loginOf(id), UNTIL_S))

/** Sign-ins that are ended: whoever has logged out stays out. */
export const logoutsLife: Life<Cells> = {
  newLedger: newCells,
  async history(fs, cells) {
    for (const session of ['a', 'b']) {
      const logins = await openLogins(fs)
      for (const i of [1, 2, 3]) await endLogin(logins, cells, `${session}${i}`)
    }
  },
  async check(fs, cells) {
    const logins = await openLogins(fs)
    const problems = [...cells.keys()].flatMap((id) => settles(cells, id, logins.has(loginOf(id)) ? 'ended' : NOTHING))
    await endLogin(logins, cells, 'later')
    return problems
  },
}

/** Designs, and drafts that are forgotten. */
export const designsLife: Life<Cells> = {
  newLedger: newCells,
  async history(fs, cells) {
    for (const session of ['a', 'b']) {
      const designs = await openDesigns(fs, 'data/designs')
      const draft = `{"draft":"${session}"}`
      await put(cells, draft, draft, () => designs.writeDraft(draft))
      await put(cells, `{"design":"${session}"}`, `{"design":"${session}"}`, () =>
        designs.write(`{"design":"${session}"}`),
      )
      if (session === 'b') await put(cells, draft, draft, () => designs.write(draft))
      else {
        mayBe(cells, draft, NOTHING)
        await designs.forgetDrafts(new Set())
      }
    }
  },
  async check(fs, cells) {
    const designs = await openDesigns(fs, 'data/designs')
    const problems: string[] = []
    for (const text of cells.keys()) {
      const hash = designHash(text)
      const isGone = (await designs.missing([hash])).size > 0
      problems.push(...settles(cells, text, isGone ? NOTHING : await designs.read(hash)))
    }
    await put(cells, '{"design":"later"}', '{"design":"later"}', () => designs.write('{"design":"later"}'))
    return problems
  },
}

const imageId = (i: number): string => String(i).padStart(24, '0')

/** As much of a PNG as a store looks at. */
const png = (content: string): Buffer =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    Buffer.from(content),
    Buffer.from('0000000049454e44ae426082', 'hex'),
  ])

/** Images of players, of the design, and of its files by name. */
export const imagesLife: Life<Cells> = {
  newLedger: newCells,
  async history(fs, cells) {
    for (const session of [0, 1]) {
      const images = await openFileImages(fs, 'data/images')
      const id = imageId(session)
      for (const folder of ['players', 'design', 'files'] as const)
        await put(cells, `${folder} ${id}`, `${folder}${session}`, () =>
          images.put(folder, id, png(`${folder}${session}`)),
        )
      // What is named is kept already.
      if (cells.get(`files ${id}`)?.length !== 1) continue
      const names = new Map([['icon', { id, isDeleted: session === 1 }]])
      // What nothing names any more goes.
      if (session === 1) mayBe(cells, `files ${imageId(0)}`, NOTHING)
      await put(cells, 'names', JSON.stringify([...names]), () => images.setNames(names))
      if (session === 1) await put(cells, `design ${imageId(0)}`, NOTHING, () => images.delete(imageId(0)))
    }
  },
  async check(fs, cells) {
    const images = await openFileImages(fs, 'data/images')
    const names = images.names()
    const problems = settles(cells, 'names', names.size === 0 ? NOTHING : JSON.stringify([...names]))
    for (const { id } of names.values())
      if (!(await images.has('files', id))) problems.push(`the file image ${id} is named and is not there`)
    for (const name of cells.keys()) {
      const [folder = '', id] = name.split(' ')
      if (id === undefined) continue
      const found = await images.find(folder as 'players', id)
      const content = found && (await wholeOf(found)).toString('latin1').slice(8, -12)
      problems.push(...settles(cells, name, content ?? NOTHING))
    }
    await put(cells, `design ${imageId(9)}`, 'later', () => images.put('design', imageId(9), png('later')))
    return problems
  },
}

const openPeriods = (fs: FileSystem) =>
  openBoardArchive({ fs, directory: 'data/staging/boards', program: '1.0.0', runtime: 'staging' })

/** Finished periods of boards: written, written anew, and let go. */
export const periodsLife: Life<Cells> = {
  newLedger: newCells,
  async history(fs, cells) {
    for (const session of ['a', 'b']) {
      const periods = await openPeriods(fs)
      for (const name of ['top.1', `top.${session}`])
        await put(cells, name, `rows of ${session}`, () =>
          periods.write(name, [{ name: 'row', data: `rows of ${session}` }]),
        )
      if (session === 'a') continue
      mayBe(cells, 'top.a', NOTHING)
      await periods.keepOnly(new Set(['top.1', 'top.b']))
    }
  },
  async check(fs, cells) {
    const periods = await openPeriods(fs)
    const there = new Set(await periods.list())
    const problems: string[] = []
    for (const name of cells.keys()) {
      const [part] = there.has(name) ? await Array.fromAsync(periods.read(name)) : []
      problems.push(...settles(cells, name, part && 'data' in part ? String(part.data) : NOTHING))
    }
    await put(cells, 'later', 'later', () => periods.write('later', [{ name: 'row', data: 'later' }]))
    return problems
  },
}

/** The authority that signs certificates: once somebody was told to trust it, it stays. */
export const authorityLife: Life<Cells> = {
  newLedger: newCells,
  async history(fs, cells) {
    for (let session = 0; session < 2; session += 1) await takeAuthority(fs, cells)
  },
  check: takeAuthority,
}

/** When certificates are made. */
const NOW_MS = Date.UTC(2030, 0, 1)

async function takeAuthority(fs: FileSystem, cells: Cells): Promise<string[]> {
  const problems: string[] = []
  const { cert, key } = await keptAuthority('data', {
    files: fs,
    nowMs: NOW_MS,
    warn: (message) => void problems.push(message),
  })
  const trusted = cells.get('authority')?.[0] ?? cert + key
  if (trusted !== cert + key) problems.push('another authority is to be trusted')
  cells.set('authority', [cert + key])
  return problems
}
