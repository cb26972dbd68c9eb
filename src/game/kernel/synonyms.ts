/** Words that people write instead of the values of a design. */
const synonyms: ReadonlyMap<string, readonly string[]> = new Map([
  ['=', ['eq']],
  ['==', ['eq']],
  ['===', ['eq']],
  ['!=', ['ne']],
  ['!==', ['ne']],
  ['<>', ['ne']],
  ['>', ['gt']],
  ['>=', ['ge']],
  ['gte', ['ge']],
  ['<', ['lt']],
  ['<=', ['le']],
  ['lte', ['le']],
  ['number', ['int', 'point']],
  ['integer', ['int']],
  ['text', ['string']],
  ['badge', ['achievement', 'set']],
  ['give', ['add']],
  ['grant', ['add']],
  ['increase', ['add']],
  ['take', ['remove']],
  ['subtract', ['remove']],
  ['hourly', ['FIXED']],
  ['daily', ['FIXED']],
  ['weekly', ['FIXED']],
  ['monthly', ['FIXED']],
])

/** Returns the one of these values that a word is a synonym of, if there is one. */
export const synonymOf = (word: string, values: readonly string[]): string | undefined =>
  synonyms.get(word.toLowerCase())?.find((value) => values.includes(value))
