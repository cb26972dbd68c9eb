import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pixel, redAndBlue, shapeOf } from '../../test/support/images.ts'
import { drawBuiltIn } from '../game/images/built-in.ts'
import { builtInIds } from '../game/images/shown-image.ts'
import type { ImageSize } from '../game/images/size.ts'
import { render } from './sharp.ts'

const SQUARES: readonly (readonly [ImageSize, number])[] = [
  ['large', 140],
  ['medium', 72],
  ['small', 40],
  ['icon', 24],
]

test.each([
  [300, 200],
  [200, 300],
  [140, 140],
  [5, 3],
  [2, 1],
  [2000, 10],
  [65_535, 1],
  [2, 65_535],
])('an image of %i x %i in every size', async (width, height) => {
  const png = await redAndBlue(width, height).png().toBuffer()
  for (const [size, side] of SQUARES) expect(await shapeOf(await render(png, size))).toEqual(['png', side, side])
  expect(await shapeOf(await render(png, 'original'))).toEqual(['png', width, height])
})

test('the square is cut out of the middle, and nothing is squeezed', async () => {
  // Green to the left and right of a square whose halves are red and blue.
  const png = await redAndBlue(100, 100).png().toBuffer()
  const wide = await sharp(png).extend({ left: 100, right: 100, background: '#00ff00' }).png().toBuffer()
  const square = await render(wide, 'large')
  expect(await pixel(square, 1, 70)).toEqual([255, 0, 0])
  expect(await pixel(square, 138, 70)).toEqual([0, 0, 255])
})

test.each(builtInIds)('%s is drawn in every size', async (id) => {
  const svg = Buffer.from(drawBuiltIn(id, 'neo'))
  for (const [size, side] of SQUARES) expect(await shapeOf(await render(svg, size))).toEqual(['png', side, side])
  expect(await shapeOf(await render(svg, 'original'))).toEqual(['png', 512, 512])
})

test('what cannot be decoded is an error', async () => {
  await expect(render(Buffer.from('\x89PNG'), 'icon')).rejects.toThrow('unsupported image format')
})
