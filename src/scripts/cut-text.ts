/** A text of at most so many characters: what is longer ends with a mark that something is missing. */
export function cutText(text: string, max: number): string {
  const characters = Array.from(text.slice(0, 2 * max + 2))
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : text
}
