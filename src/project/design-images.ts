import { join } from 'node:path'
import { isBuiltInId } from '../game/images/shown-image.ts'
import { faultBody, type Fault, isFault } from '../game/kernel/fault.ts'
import { MAX_IMAGE_BYTES } from '../game/kernel/image-album.ts'
import { imageId } from '../images/image-file.ts'
import type { FileSystem } from '../storage/fs.ts'
import { hasCode } from '../storage/storage-error.ts'
import { isThere, cannotBeRead, deadLink, namesIn } from './directory.ts'
import { problemAt, compareProblems, type Problem } from './problem.ts'

/** The images of a design directory at one time. */
export interface FoundImages {
  /**
   * The images by the names that components use, which are the file names without `.png`. Undefined if there is no
   * design directory or the directory of images cannot be read. The game then keeps what it has.
   */
  readonly images: ReadonlyMap<string, FoundImage> | undefined
  /** The names of those images. */
  readonly paths: ReadonlySet<string>
  /** Problems of files that cannot be images of the design. */
  readonly problems: readonly Problem[]
  /** Equal for looks that found the same. */
  readonly signature: string
}

/** What a game was given of a look at its images. */
export interface GivenImages {
  readonly look: FoundImages
  /** The content id of each name in the game, for images that came from files. */
  readonly held: ReadonlyMap<string, string>
  /** All problems of the files. */
  readonly problems: readonly Problem[]
}

/** An image that was found. Only its id is kept in memory. */
export interface FoundImage {
  /** The id of its content. */
  readonly id: string
  /** Reads the bytes, which may have changed since. Resolves to undefined if the file no longer exists. */
  readonly read: () => Promise<Buffer | undefined>
}

/** The images of a running game that come from files. */
export interface ImageTaker {
  /**
   * Makes these the images of the files and returns those that are not images. Content that is known already costs
   * nothing.
   */
  takeFromFiles(
    images: ReadonlyMap<string, FoundImage>,
  ): Promise<readonly { readonly name: string; readonly why: Fault }[]>
}

/** How many images are read from files. */
const MAX_IMAGES = 1000

const SUFFIX = '.png'
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/

/**
 * A placeholder for a file that cannot be read. To the game it is a file that no longer exists, and its image stays.
 */
const UNREADABLE: FoundImage = { id: 'unreadable', read: async () => undefined }

/**
 * Reads `images/<name>.png` in a design directory. The content decides the format, whatever the suffix. All files are
 * read every time, because time stamps can be wrong, and one at a time. Spec 6.1.
 */
export async function readImages(files: FileSystem, design: string): Promise<FoundImages> {
  const directory = join(design, 'images')
  // Check before and after, as for the design: if the whole directory is missing, no single image was removed.
  const existed = await isThere(files, design)
  const images = new Map<string, FoundImage>()
  const problems: Problem[] = []
  const names = await namesIn(files, directory)
  if ('message' in names) return lookOf(undefined, existed ? [names] : [])
  for (const name of names.slice(0, MAX_IMAGES)) {
    const refused = problemOfName(join(directory, name), name)
    const found = refused ?? (await findImage(files, directory, name))
    if (found && 'message' in found) problems.push(found)
    if (found && !refused) images.set(stemOf(name), 'message' in found ? UNREADABLE : found)
  }
  if (names.length > MAX_IMAGES) problems.push(problemAt(directory, `has more than ${MAX_IMAGES} files`))
  return existed && (await isThere(files, design)) ? lookOf(images, problems) : lookOf(undefined, [])
}

/** Gives a game the images of a look at its design directory. `before` is what it was given last. */
export async function giveImages(
  look: FoundImages,
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

/** Returns the path of an image in a design directory. */
export const imagePath = (design: string, name: string): string => join(design, 'images', `${name}${SUFFIX}`)

function lookOf(images: FoundImages['images'], problems: readonly Problem[]): FoundImages {
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

/** Reads an image file. Resolves to undefined if it no longer exists. */
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

/**
 * Returns all problems of the images in a design directory, including those of their content that a game would find.
 */
export async function checkImages(look: FoundImages, design: string): Promise<readonly Problem[]> {
  return look.images?.size ? (await giveImages(look, design, checkOnly)).problems : look.problems
}

/** Checks images as a game does, but stores none. */
const checkOnly: ImageTaker = {
  takeFromFiles: async (images) => {
    // The image library takes a while to load.
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
