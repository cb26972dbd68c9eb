/** The last number up to `last` for which something holds that holds up to some number and not after it; `low` holds. */
export async function lastWhere(low: number, last: number, holds: (at: number) => Promise<boolean>): Promise<number> {
  let [known, high] = [low, last]
  while (known < high) {
    const middle = Math.ceil((known + high) / 2)
    if (await holds(middle)) known = middle
    else high = middle - 1
  }
  return known
}
