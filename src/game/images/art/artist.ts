import { draw } from '../../kernel/randomness.ts'

/** Makes the choices of one picture, by hash: the same thing is always drawn the same way. */
export interface Artist {
  /** A number from `from` up to `to`; a choice is known by its name. */
  number(choice: string, from: number, to: number): number
  /** A whole number, both ends included. */
  integer(choice: string, from: number, to: number): number
  pick<T>(choice: string, options: readonly [T, ...T[]]): T
  /** The hue that the picture is made around, in degrees. */
  readonly hue: number
}

/** Who draws the picture of `subject`, in the style of a kind. */
export function artist(style: string, subject: string): Artist {
  const chance = (which: string): number => draw({ seed: style, player: subject, subject: 'picture', play: 0, which })
  const number: Artist['number'] = (choice, from, to) => from + chance(choice) * (to - from)
  return {
    number,
    integer: (choice, from, to) => Math.floor(number(choice, from, to + 1)),
    pick: (choice, options) => options[Math.floor(chance(choice) * options.length)] ?? options[0],
    hue: number('hue', 0, 360),
  }
}
