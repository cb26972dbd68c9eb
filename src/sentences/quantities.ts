/** Returns a number with its noun: `1 thing`, `2 things`. */
export function counted(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** Formats a size in bytes: `512 B`, `1.5 kB`, `20 MB`. */
export function sizeText(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1)
  const amount = bytes / 1000 ** power
  return `${amount < 10 && power > 0 ? amount.toFixed(1) : Math.round(amount)} ${UNITS[power]}`
}
