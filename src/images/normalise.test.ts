import { Buffer } from 'node:buffer'
import type { Sharp } from 'sharp'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { bomb, chunkTypes, pixel, redAndBlue, shapeOf } from '../../test/support/images.ts'
import { normalise } from './normalise.ts'

async function taken(upload: Uint8Array): Promise<Buffer> {
  const png = await normalise(upload)
  if (!Buffer.isBuffer(png)) throw new Error(JSON.stringify(png))
  return png
}

const isRed = ([red = 0, green = 0, blue = 0]: readonly number[]): boolean => red > 220 && green < 40 && blue < 40
const isBlue = ([red = 0, green = 0, blue = 0]: readonly number[]): boolean => red < 40 && green < 40 && blue > 220

describe('a PNG comes out, as large as the upload', () => {
  test.each(['png', 'jpeg', 'webp', 'gif'] as const)('of a %s', async (format) => {
    const png = await taken(await redAndBlue(301, 40).toFormat(format).toBuffer())
    expect(await shapeOf(png)).toEqual(['png', 301, 40])
    expect(isRed(await pixel(png, 10, 20))).toBe(true)
    expect(isBlue(await pixel(png, 290, 20))).toBe(true)
  })

  test('of the smallest', async () => {
    expect(await shapeOf(await taken(await redAndBlue(2, 1).gif().toBuffer()))).toEqual(['png', 2, 1])
  })

  test('what is transparent stays so', async () => {
    const clear = {
      create: { width: 9, height: 9, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } },
    } as const
    const png = await taken(await sharp(clear).webp({ lossless: true }).toBuffer())
    expect([...(await sharp(png).raw().toBuffer()).subarray(0, 4)]).toEqual([255, 0, 0, 128])
  })

  test('of sixteen bits a channel, of grey and of four inks there are eight bits in sRGB', async () => {
    const deep = await redAndBlue(20, 20).toColourspace('rgb16').png().toBuffer()
    const inks = await redAndBlue(20, 20).toColourspace('cmyk').jpeg().toBuffer()
    const grey = await redAndBlue(20, 20).toColourspace('b-w').jpeg().toBuffer()
    expect(await sharp(deep).metadata()).toMatchObject({ depth: 'ushort' })
    expect(await sharp(inks).metadata()).toMatchObject({ space: 'cmyk' })
    for (const upload of [deep, inks]) {
      const { depth, space } = await sharp(await taken(upload)).metadata()
      expect([depth, space]).toEqual(['uchar', 'srgb'])
    }
    expect(await sharp(await taken(grey)).metadata()).toMatchObject({ depth: 'uchar' })
  })
})

test.each([
  [1, 30, 20, [2, 10], [27, 10]],
  [2, 30, 20, [27, 10], [2, 10]],
  [3, 30, 20, [27, 10], [2, 10]],
  [4, 30, 20, [2, 10], [27, 10]],
  [5, 20, 30, [10, 2], [10, 27]],
  [6, 20, 30, [10, 2], [10, 27]],
  [7, 20, 30, [10, 27], [10, 2]],
  [8, 20, 30, [10, 27], [10, 2]],
])('a picture that a camera took with orientation %i is upright', async (orientation, width, height, red, blue) => {
  const upload = await redAndBlue(30, 20).withMetadata({ orientation }).jpeg({ quality: 100 }).toBuffer()
  const png = await taken(upload)
  expect(await shapeOf(png)).toEqual(['png', width, height])
  expect(isRed(await pixel(png, red[0] ?? 0, red[1] ?? 0))).toBe(true)
  expect(isBlue(await pixel(png, blue[0] ?? 0, blue[1] ?? 0))).toBe(true)
})

test('nothing that was written beside the picture is kept', async () => {
  const place = { IFD0: { Copyright: 'somebody', Artist: 'somebody' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } }
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const upload = await redAndBlue(30, 20)
      .keepIccProfile()
      .withExif(place)
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
      .withIccProfile('p3')
      .toFormat(format)
      .toBuffer()
    expect(await sharp(upload).metadata()).toMatchObject({ exif: expect.any(Buffer), icc: expect.any(Buffer) })
    const png = await taken(upload)
    expect(png.includes('somebody')).toBe(false)
    const { exif, icc, xmp, iptc, comments, orientation } = await sharp(png).metadata()
    expect([exif, icc, xmp, iptc, comments, orientation]).toEqual(Array(6).fill(undefined))
    expect(chunkTypes(png).difference(new Set(['IHDR', 'pHYs', 'IDAT', 'IEND']))).toEqual(new Set())
  }
})

test.each(['gif', 'webp'] as const)('of an animated %s the first picture is taken', async (format) => {
  const frames = await Promise.all(
    ['#ff0000', '#0000ff', '#00ff00'].map((background) =>
      sharp({ create: { width: 12, height: 8, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const upload = await sharp(frames, { join: { animated: true } })
    .toFormat(format)
    .toBuffer()
  expect(await sharp(upload).metadata()).toMatchObject({ pages: 3 })
  const png = await taken(upload)
  expect(await shapeOf(png)).toEqual(['png', 12, 8])
  expect(isRed(await pixel(png, 6, 4))).toBe(true)
})

describe('what is no image of the four formats is refused by what it holds', () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
  const noImage = { fault: 'unsupported_media_type', facts: {} }

  test.each([
    ['nothing', ''],
    ['text', 'hello'],
    ['an SVG', SVG],
    ['an SVG with a prologue', `<?xml version="1.0"?>\n${SVG}`],
    ['a page', '<!doctype html><img src="x.png">'],
    ['a PDF', '%PDF-1.7\n1 0 obj'],
    ['a program', '\x7fELF\x02\x01\x01'],
    ['a signature and no more', '\x89PNG\r\n\x1a\n'],
    ['a sound', 'RIFF\x24\x00\x00\x00WAVEfmt '],
  ])('%s', async (_what, text) => {
    expect(await normalise(Buffer.from(text, 'latin1'))).toEqual(noImage)
  })

  test.each(['tiff', 'avif'] as const)('a picture as %s', async (format) => {
    expect(await normalise(await redAndBlue(16, 16).toFormat(format).toBuffer())).toEqual(noImage)
  })

  test.each(['GIF89a', '\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'RIFF0000WEBP'])('an SVG behind %j', async (beginning) => {
    const upload = Buffer.from(beginning + SVG, 'latin1')
    expect(await normalise(upload)).toMatchObject({
      fault: 'unsupported_media_type',
      facts: { message: expect.stringMatching(/^The image is damaged or cut off \(.+\)$/) },
    })
  })
})

describe('one that is cut off anywhere is refused in words', () => {
  const noise = sharp({
    create: {
      width: 90,
      height: 70,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
  const animated = async (): Promise<Sharp> => {
    const frames = await Promise.all([1, 2, 3].map(() => noise.clone().png().toBuffer()))
    return sharp(frames, { join: { animated: true } })
  }

  test.each<[string, () => Sharp | Promise<Sharp>]>([
    ['PNG', () => noise.clone().png()],
    ['interlaced PNG', () => noise.clone().png({ progressive: true })],
    ['JPEG', () => noise.clone().jpeg()],
    ['progressive JPEG', () => noise.clone().jpeg({ progressive: true })],
    ['WebP', () => noise.clone().webp()],
    ['lossless WebP', () => noise.clone().webp({ lossless: true })],
    ['GIF', () => noise.clone().gif()],
    ['animated GIF', async () => (await animated()).gif()],
    ['animated WebP', async () => (await animated()).webp()],
  ])('a %s', async (_format, make) => {
    const whole = await (await make()).toBuffer()
    const parts = [0.1, 0.5, 0.9, 0.99].map((part) => Math.floor(whole.length * part))
    // The head alone, and all but the last bytes, down to one: of a PNG they are the checksum of its empty last chunk.
    for (const length of [20, 30, ...parts, ...[1, 2, 4, 5, 8, 11, 12, 13, 16, 20].map((lost) => whole.length - lost)])
      expect(await normalise(whole.subarray(0, length)), `${length} of ${whole.length}`).toMatchObject({
        fault: 'unsupported_media_type',
        facts: { message: expect.stringMatching(/^The image is damaged or cut off \(.+\)$/) },
      })
    expect(Buffer.isBuffer(await normalise(whole))).toBe(true)
  })

  test('but what stands behind the end is nobody’s', async () => {
    for (const format of ['png', 'jpeg', 'gif'] as const) {
      const whole = await noise.clone().toFormat(format).toBuffer()
      expect(await shapeOf(await taken(Buffer.concat([whole, Buffer.from('more')])))).toEqual(['png', 90, 70])
    }
  })

  test('a PNG or GIF whose parts claim more than there is', async () => {
    const png = Buffer.from(await noise.clone().png().toBuffer())
    // The length of the last chunk.
    png.writeUInt32BE(0xffffffff, png.length - 12)
    expect(await normalise(png)).toMatchObject({ fault: 'unsupported_media_type' })
    const gif = Buffer.from(await noise.clone().gif().toBuffer())
    // The empty piece before the end.
    gif[gif.length - 2] = 255
    expect(await normalise(gif)).toMatchObject({ fault: 'unsupported_media_type' })
  })
})

describe('one with too many pixels is refused by its header', () => {
  test('in 10 kB', async () => {
    const upload = bomb(50_000, 50_000)
    expect(upload.length).toBeLessThan(10_000)
    expect(await normalise(upload)).toEqual({
      fault: 'payload_too_large',
      facts: { message: 'The image has 50000 x 50000 pixels; at most 50331648 are allowed' },
    })
  })

  test('of every format that can be so large', async () => {
    // Header and nothing behind it: to look further would be to find it cut off.
    const gif = Buffer.from(
      'GIF89a\xff\xff\xff\xff\x00\x00\x00\x2c\x00\x00\x00\x00\xff\xff\xff\xff\x00\x02\x02\x4c\x01\x00\x3b',
      'latin1',
    )
    expect(await normalise(gif)).toMatchObject({ fault: 'payload_too_large' })
    expect(await normalise(bomb(8193, 6144))).toMatchObject({ fault: 'payload_too_large' })
  })

  test('or too many on one side', async () => {
    expect(await normalise(bomb(1, 65_536))).toEqual({
      fault: 'payload_too_large',
      facts: { message: 'The image has 1 x 65536 pixels; at most 65535 are allowed on a side' },
    })
    expect(await normalise(bomb(65_536, 1))).toMatchObject({ fault: 'payload_too_large' })
    expect(await shapeOf(await taken(bomb(1, 65_535)))).toEqual(['png', 1, 65_535])
  })

  test('at the limit it is looked into', async () => {
    expect(await normalise(bomb(8192, 6144).subarray(0, 100))).toMatchObject({ fault: 'unsupported_media_type' })
  })
})
