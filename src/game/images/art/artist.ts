import { draw } from '../../kernel/randomness.ts'

/** Makes the random choices of one picture. They come from a hash, so the same subject always gets the same picture. */
export interface Artist {
  /** Returns a number from `from` to below `to`. The name of a choice identifies it. */
  number(choice: string, from: number, to: number): number
  /** Returns a whole number, with both ends included. */
  integer(choice: string, from: number, to: number): number
  pick<T>(choice: string, options: readonly [T, ...T[]]): T
  /** The main hue of the picture, in degrees. */
  readonly hue: number
}

/** Returns the choices for the picture of `subject` in one `style`. */
export function artist(style: string, subject: string): Artist {
  const fraction = (which: string): number => draw({ seed: style, player: subject, subject: 'picture', play: 0, which })
  const number: Artist['number'] = (choice, from, to) => from + fraction(choice) * (to - from)
  return {
    number,
    integer: (choice, from, to) => Math.floor(number(choice, from, to + 1)),
    pick: (choice, options) => options[Math.floor(fraction(choice) * options.length)] ?? options[0],
    hue: number('hue', 0, 360),
  }
}
