import { join } from 'node:path'
import { isBuiltInId } from '../game/images/shown-image.ts'
import { faultBody, type Fault, isFault } from '../game/kernel/fault.ts'
import { MAX_IMAGE_BYTES } from '../game/kernel/image-album.ts'
import { imageId } from '../images/image-file.ts'
import type { FileSystem } from '../storage/fs.ts'
import { hasCode } from '../storage/storage-error.ts'
import { isThere, cannotBeRead, deadLink, namesIn } from './directory.ts'
import { problemAt, compareProblems, type Problem } from './problem.ts'

/** The images of a design directory as they stood at one time. */
export interface ImageLook {
  /**
   * By the names that components call them by: those of their files without `.png`. Undefined where there is no design
   * directory, or that of the images cannot be looked into: whatever a game has, it keeps.
   */
  readonly images: ReadonlyMap<string, FoundImage> | undefined
  /** The names of those images. */
  readonly paths: ReadonlySet<string>
  /** Files that cannot be images of the design. */
  readonly problems: readonly Problem[]
  /** The same for looks that found the same. */
  readonly signature: string
}

/** What a game has been given of a look at its images. */
export interface GivenImages {
  readonly look: ImageLook
  /** The id of what each name stands for in the game, as far as it came from files. */
  readonly held: ReadonlyMap<string, string>
  /** All that is wrong with the files. */
  readonly problems: readonly Problem[]
}

/** An image that was found; nothing of it but its id is held. */
export interface FoundImage {
  /** Of its content. */
  readonly id: string
  /** Its bytes, which may be other ones by now; undefined where it has gone. */
  readonly read: () => Promise<Buffer | undefined>
}

/** The images of a running game, as far as its files go. */
export interface ImageTaker {
  /** Makes these the images of the files, and tells those that are none; what is known already costs nothing. */
  takeFromFiles(
    images: ReadonlyMap<string, FoundImage>,
  ): Promise<readonly { readonly name: string; readonly why: Fault }[]>
}

/** So many images are taken from files. */
const MAX_IMAGES = 1000

const SUFFIX = '.png'
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/

/** Stands for a file that cannot be read: to a game it is one that has gone meanwhile, and stays what it was. */
const UNREADABLE: FoundImage = { id: 'unreadable', read: async () => undefined }

/**
 * Looks at `images/<name>.png` in a design directory; the content tells what they are, whatever the suffix says. They are
 * read one at a time, and all of them every time, for time stamps can lie. Spec 6.1.
 */
export async function lookAtImages(files: FileSystem, design: string): Promise<ImageLook> {
  const directory = join(design, 'images')
  // Before and after, as with the design: where the whole directory has gone, no image was taken out of it.
  const wasThere = await isThere(files, design)
  const images = new Map<string, FoundImage>()
  const problems: Problem[] = []
  const names = await namesIn(files, directory)
  if ('message' in names) return lookOf(undefined, wasThere ? [names] : [])
  for (const name of names.slice(0, MAX_IMAGES)) {
    const refused = problemOfName(join(directory, name), name)
    const found = refused ?? (await findImage(files, directory, name))
    if (found && 'message' in found) problems.push(found)
    if (found && !refused) images.set(stemOf(name), 'message' in found ? UNREADABLE : found)
  }
  if (names.length > MAX_IMAGES) problems.push(problemAt(directory, `has more than ${MAX_IMAGES} files`))
  return wasThere && (await isThere(files, design)) ? lookOf(images, problems) : lookOf(undefined, [])
}

/** Gives a game the images that a look at a design directory has found; `before` is what it was given last. */
export async function giveImages(
  look: ImageLook,
  design: string,
  game: ImageTaker,
  before?: GivenImages,
): Promise<GivenImages> {
  const { images, problems } = look
  if (!images) return { look, held: before?.held ?? new Map(), problems }
  const refused = new Map((await game.takeFromFiles(images)).map(({ name, why }) => [name, why]))
  const held = new Map<string, string>()
  for (const [name, image] of images) {
    const id = refused.has(name) || image === UNREADABLE ? before?.held.get(name) : image.id
    if (id !== undefined) held.set(name, id)
  }
  const broken = [...refused].map(([name, why]) => problemAt(imagePath(design, name), faultBody(why).error_description))
  return { look, held, problems: [...problems, ...broken].toSorted(compareProblems) }
}

/** Where the image with a name stands in a design directory. */
export const imagePath = (design: string, name: string): string => join(design, 'images', `${name}${SUFFIX}`)

function lookOf(images: ImageLook['images'], problems: readonly Problem[]): ImageLook {
  const found = images ? [...images].map(([name, { id }]) => `${name} ${id}`) : ['unknown']
  const wrong = problems.map(({ file, message }) => `${file} ${message}`)
  return { images, paths: new Set(images?.keys()), problems, signature: [...found, ...wrong].join('\n') }
}

const stemOf = (name: string): string => name.slice(0, -SUFFIX.length)

function problemOfName(path: string, name: string): Problem | undefined {
  if (!name.endsWith(SUFFIX))
    return problemAt(path, `gamify does not read this file; expected a name ending in ${SUFFIX}`)
  if (isBuiltInId(stemOf(name))) return problemAt(path, 'is the name of a built-in image; use another name')
  return NAME.test(stemOf(name)) ? undefined : problemAt(path, 'expected a name of at most 64 letters, digits, _ and -')
}

/** Undefined where it has gone since it was listed. */
async function findImage(
  files: FileSystem,
  directory: string,
  name: string,
): Promise<FoundImage | Problem | undefined> {
  const path = join(directory, name)
  const read = (): Promise<Buffer | undefined> => files.readFile(path, MAX_IMAGE_BYTES)
  try {
    const bytes = await read()
    return bytes ? { id: imageId(bytes), read } : await deadLink(files, directory, name)
  } catch (error) {
    const isLarge = hasCode(error, 'EFBIG')
    return problemAt(path, isLarge ? `is larger than ${MAX_IMAGE_BYTES} bytes` : cannotBeRead(error))
  }
}

/** All that is wrong with the images of a design directory, their content too: as when a game takes them. */
export async function checkImages(look: ImageLook, design: string): Promise<readonly Problem[]> {
  return look.images?.size ? (await giveImages(look, design, nobody)).problems : look.problems
}

/** Looks at images as a game that takes them does, and keeps none. */
const nobody: ImageTaker = {
  takeFromFiles: async (images) => {
    // What works on images takes a while to load.
    const { normalise } = await import('../images/normalise.ts')
    const refused = []
    for (const [name, { read }] of images) {
      const bytes = await read()
      const png = bytes && (await normalise(bytes))
      if (isFault(png)) refused.push({ name, why: png })
    }
    return refused
  },
}
