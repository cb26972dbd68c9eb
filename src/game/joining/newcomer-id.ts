/** Characters that an id may have. Spec 4.1. */
const MAX_LENGTH = 64

/**
 * The id of a newcomer: the ASCII letters and digits of the alias, after `player` where they begin with no letter, and
 * with a number from 2 on where that is taken. Spec 4.15 "A newcomer's player id".
 */
export function newcomerId(alias: string, isTaken: (id: string) => boolean): string {
  const text = alias.replaceAll(/[^A-Za-z0-9]/g, '')
  const name = /^[A-Za-z]/.test(text) ? text : `player${text}`
  const numbered = (number: number): string => {
    const suffix = number === 1 ? '' : `-${number}`
    return name.slice(0, MAX_LENGTH - suffix.length) + suffix
  }
  return numbered(freeNumber((number) => isTaken(numbered(number))))
}

/**
 * The first free number from 1 on, or where some were given up again, a free one after a taken one. It is closed in on
 * instead of counted up to, as in a game many may be called the same.
 */
function freeNumber(isTaken: (number: number) => boolean): number {
  let taken = 0
  let free = 1
  while (isTaken(free)) {
    taken = free
    free *= 2
  }
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2)
    if (isTaken(middle)) taken = middle
    else free = middle
  }
  return free
}
