import type { Draft } from '../draft.ts'
import type { Random } from '../random.ts'
import type { Mutation, Mutations } from './mutation.ts'

type Damage = (bytes: Buffer, random: Random) => Buffer

/** What is drawn for it is drawn when it is done, from a seed of its own. */
const of =
  (damage: Damage): Mutation =>
  (draft, random) => {
    const hasBody = draft.body !== undefined || draft.target.sentAs === 'image'
    return hasBody ? withDamage(draft, (bytes) => damage(bytes, random)) : undefined
  }

const withDamage = (draft: Draft, damage: (bytes: Buffer) => Buffer): Draft => ({
  ...draft,
  damages: [...draft.damages, damage],
})

const BOM = Buffer.from('\uFEFF')

const put = (bytes: Buffer, at: number, what: Uint8Array): Buffer =>
  Buffer.concat([bytes.subarray(0, at), what, bytes.subarray(at)])

const flipped: Damage = (bytes, random) => {
  const copy = Buffer.from(bytes)
  for (let i = 0; i <= random.below(3); i += 1) copy[random.below(copy.length)] = random.below(256)
  return copy
}

/** Bytes that are no UTF-8, and characters that do not belong into JSON. */
const strangers: readonly Uint8Array[] = [
  Buffer.from([0xff]),
  Buffer.from([0xc0, 0x80]),
  Buffer.from([0xed, 0xa0, 0x80]),
  Buffer.from([0xf4, 0x90, 0x80, 0x80]),
  Buffer.from([0]),
  Buffer.from('\u2028'),
  Buffer.from('/**/'),
  Buffer.from(','),
  Buffer.from('\r\n'),
  Buffer.from('\\u0000'),
]

/** Forms around a file: each is a way in which one can be wrong. */
const swapped: Damage = (bytes, random) => {
  const [from, to] = random.pick([
    ['name="file"', 'name="other"'],
    ['name="file"', 'name="file"; name="file"'],
    ['name="file"', 'name='],
    ['form-data', 'attachment'],
    ['content-disposition', 'content-disposition\0'],
    ['\r\n\r\n', '\n\n'],
    ['\r\n\r\n', '\r\n'],
    ['--\r\n', '\r\n'],
    ['\x89PNG', 'GIF89a'],
    ['\x89PNG', '\xff\xd8\xff\xe0'],
    ['\x89PNG', '<svg xmlns="http://www.w3.org/2000/svg">'],
    ['IHDR', 'IHDX'],
    ['IHDR\0\0\0\x01', 'IHDR\x7f\xff\xff\xff'],
    ['\x08\x06', '\x10\x06'],
  ] as const)
  return Buffer.from(
    bytes.toString('latin1').replace(from, () => to),
    'latin1',
  )
}

/** Now and then more than any body may have. */
const spaces = (random: Random): number => (random.oneIn(20) ? 1_100_000 : random.pick([1, 1000, 70_000]))

/** Damages to the bytes of a body. */
export const byteMutations: Mutations = {
  'a body cut off': of((bytes, random) => bytes.subarray(0, random.below(bytes.length + 1))),
  'a body with a mark before it': of((bytes) => Buffer.concat([BOM, bytes])),
  'a body with bytes that do not belong': of((bytes, random) =>
    put(bytes, random.below(bytes.length + 1), random.pick(strangers)),
  ),
  'a body with bytes changed': of((bytes, random) => (bytes.length === 0 ? bytes : flipped(bytes, random))),
  'a body in UTF-16': of((bytes) => Buffer.from(bytes.toString(), 'utf16le')),
  'a body twice': of((bytes) => Buffer.concat([bytes, bytes])),
  'a body of spaces': of((bytes, random) => Buffer.concat([Buffer.alloc(spaces(random), ' '), bytes])),
  'another form': (draft, random, known) =>
    draft.target.sentAs === 'image' ? of(swapped)(draft, random, known) : undefined,
}
