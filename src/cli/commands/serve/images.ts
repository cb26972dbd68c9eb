import type { Emulator } from '../../../emulator/emulator.ts'
import { giveImages, lookAtImages, type GivenImages } from '../../../project/design-images.ts'
import type { Shell } from '../../../terminal/shell.ts'
import type { Log } from './log.ts'
import type { ServePlan } from './plan.ts'

/** Gives the game the images of the design directory, and tells of those that are none. */
export async function takeImages(
  { design }: ServePlan,
  emulator: Emulator,
  log: Log,
  { io }: Shell,
): Promise<GivenImages> {
  const { directory } = design.reader
  const given = await giveImages(await lookAtImages(io.files, directory), directory, emulator.images)
  const { problems } = given
  if (problems.length > 0) log.design({ news: 'broken images', problems })
  return given
}
