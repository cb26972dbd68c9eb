/** Whether a text holds the parts of a pattern between its `*`, in their order, case aside. Spec 4.15 "Search". */
export function matcher(pattern: string): (text: string) => boolean {
  const parts = pattern
    .toLowerCase()
    .split('*')
    .filter((part) => part !== '')
  if (parts.length === 0) return () => true
  return (text) => {
    const lower = text.toLowerCase()
    let from = 0
    return parts.every((part) => {
      const found = lower.indexOf(part, from)
      from = found + part.length
      return found !== -1
    })
  }
}
