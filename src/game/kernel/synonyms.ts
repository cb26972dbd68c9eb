/** What people write for the values of a design that have another name. */
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

/** The value that a word is another name for, if it is one of these values. */
export const synonymOf = (word: string, values: readonly string[]): string | undefined =>
  synonyms.get(word.toLowerCase())?.find((value) => values.includes(value))
