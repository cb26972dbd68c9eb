/** Lets a map be asked for single keys, and no longer be walked through; gives the keys that it is asked for. */
export function onlyAsked<K, V>(map: Map<K, V>): K[] {
  const asked: K[] = []
  const get = map.get.bind(map)
  map.get = (key) => {
    asked.push(key)
    return get(key)
  }
  const refuse = (): never => {
    throw new Error('a map is walked through that is only to be asked')
  }
  Object.assign(map, { keys: refuse, values: refuse, entries: refuse, forEach: refuse, [Symbol.iterator]: refuse })
  return asked
}
