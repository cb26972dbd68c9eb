import { Buffer } from 'node:buffer'
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
  [3, 30, 20, [27, 10], [2, 10]],
  [6, 20, 30, [10, 2], [10, 27]],
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

test.each(['png', 'jpeg', 'webp', 'gif'] as const)(
  'a %s that is cut off anywhere is refused in words',
  async (format) => {
    const noise = sharp({
      create: {
        width: 90,
        height: 70,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
    const whole = await noise.toFormat(format).toBuffer()
    for (const part of [0.01, 0.1, 0.5, 0.9, 0.99]) {
      const cut = whole.subarray(0, Math.max(20, Math.floor(whole.length * part)))
      expect(await normalise(cut)).toMatchObject({
        fault: 'unsupported_media_type',
        facts: { message: expect.stringMatching(/^The image is damaged or cut off \(.+\)$/) },
      })
    }
  },
)

describe('one with too many pixels is refused by its header', () => {
  test('in 10 kB', async () => {
    const upload = bomb(50_000, 50_000)
    expect(upload.length).toBeLessThan(10_000)
    expect(await normalise(upload)).toEqual({
      fault: 'payload_too_large',
      facts: { message: 'The image has 50000 x 50000 pixels; at most 50331648 are taken' },
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

  test('at the limit it is looked into', async () => {
    expect(await normalise(bomb(8192, 6144).subarray(0, 100))).toMatchObject({ fault: 'unsupported_media_type' })
  })
})

test('many at the same time are all taken', async () => {
  const upload = await redAndBlue(40, 30).png().toBuffer()
  const pngs = await Promise.all(Array.from({ length: 20 }, () => taken(upload)))
  expect(new Set(pngs.map((png) => png.toString('hex'))).size).toBe(1)
})
