/** How many there are of something: `1 thing`, `2 things`. */
export function counted(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`
}
