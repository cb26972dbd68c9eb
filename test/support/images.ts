import { crc32, deflateSync } from 'node:zlib'
import type { Sharp } from 'sharp'
import sharp from 'sharp'

/** A picture whose left half is red and whose right half is blue. */
export function redAndBlue(width: number, height: number): Sharp {
  const left = Math.floor(width / 2)
  const red = { create: { width: left, height, channels: 3, background: '#ff0000' } } as const
  return sharp({ create: { width, height, channels: 3, background: '#0000ff' } }).composite([
    { input: red, left: 0, top: 0 },
  ])
}

/** A PNG whose header claims a size that its few bytes cannot hold unless they are unpacked. */
export function bomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // A bit for each pixel, grey.
  header[8] = 1
  const bytes = deflateSync(Buffer.alloc(8_000_000))
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', bytes), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [data.length, crc32(body)].map((number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(number)
    return bytes
  }) as [Buffer, Buffer]
  return Buffer.concat([length, body, sum])
}

/** The types of a PNG's chunks, each once. */
export function chunkTypes(png: Buffer): Set<string> {
  const types = new Set<string>()
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) types.add(png.toString('latin1', at + 4, at + 8))
  return types
}

/** Red, green and blue of one pixel. */
export async function pixel(image: Buffer, x: number, y: number): Promise<readonly number[]> {
  const one = sharp(image).extract({ left: x, top: y, width: 1, height: 1 }).removeAlpha()
  return [...(await one.raw().toBuffer())]
}

/** Format, width and height. */
export async function shapeOf(image: Buffer): Promise<readonly [format: string, width: number, height: number]> {
  const { format, width, height } = await sharp(image).metadata()
  return [format, width, height]
}
