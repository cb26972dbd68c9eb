import { execFileSync } from 'node:child_process'
import { closeSync, fsyncSync, mkdirSync, mkdtempSync, openSync, rmSync, truncateSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The size of a disk, in bytes. */
const DISK_BYTES = 128 * 1024 * 1024

/** How much is written at once to fill a disk, one after the other, in bytes. */
const FILLING = [1 << 20, 1 << 12, 1 << 12]

/** A file system of its own at a directory, that can get full and fail while programs write to it. */
export interface SmallDisk {
  readonly directory: string
  /** Takes all room that is left. */
  fill(): void
  /** Gives the room back. */
  free(): void
  /** Lets everything fail with an I/O error from now on. What was not synced is lost. */
  break(): void
  /** Makes it usable again, once no program has a file of it open. */
  repair(): void
  /** Ends it, once no program has a file of it open. Its content stays in a file beside the directory. */
  unmount(): void
}

/** Why this machine can make no such disks; undefined if it can. */
export function noSmallDisks(): string | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'gamify-disk-'))
  try {
    openSmallDisk(join(directory, 'probe')).unmount()
    return undefined
  } catch (error) {
    const [why] = error instanceof Error ? error.message.split('\n') : [String(error)]
    return `a file system in a file cannot be mounted here, which needs root on Linux: ${why}`
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** The control of ext4 that stops it at once, with what it is to do with its journal: nothing. */
const SHUT_DOWN = `open(my $d, "<", $ARGV[0]) or die $!; my $how = pack("I", 2); ioctl($d, 0x8004587d, $how) or die $!`

/** Makes a file system in a file beside a directory, and mounts it there. */
export function openSmallDisk(directory: string, bytes = DISK_BYTES): SmallDisk {
  const image = `${directory}.img`
  const ballast = join(directory, 'ballast')
  const run = (program: string, ...args: readonly string[]): void =>
    void execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  mkdirSync(directory)
  closeSync(openSync(image, 'w'))
  truncateSync(image, bytes)
  // No room is kept for root.
  run('mkfs.ext4', '-q', '-m', '0', image)
  const mount = (): void => run('mount', '-o', 'loop', image, directory)
  mount()
  return {
    directory,
    fill: () => {
      const file = openSync(ballast, 'w')
      for (const bytes of FILLING) {
        const piece = Buffer.alloc(bytes)
        try {
          for (;;) writeSync(file, piece)
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        }
        fsyncSync(file)
      }
      closeSync(file)
    },
    free: () => rmSync(ballast, { force: true }),
    break: () => run('perl', '-e', SHUT_DOWN, directory),
    repair: () => {
      run('umount', directory)
      mount()
    },
    unmount: () => run('umount', directory),
  }
}
