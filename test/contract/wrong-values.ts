/** What is neither seconds or milliseconds, nor ISO, nor a date `YYYY-mm-dd`. 5.3. */
export const wrongDates: readonly string[] = [
  'yesterday',
  '2030-13-01',
  '2030-02-30',
  '2030-1-6',
  '2030-01-06T25:00:00Z',
  '2030-01-06T12:61:00Z',
  '2030-01-06T12:00:00+99:00',
  '06.01.2030',
  '-5',
  '1e9',
  '0x10',
  'NaN',
  'Infinity',
  '9'.repeat(400),
  '2030-01-06T12:00:00Z; DROP',
]

/** What is no integer from 0. 4.15 "Paging". */
export const wrongPages: readonly { readonly name: string; readonly text: string }[] = [
  '-1',
  'ten',
  '1.5',
  '1e3',
  '0x10',
  ' ',
  'NaN',
  '1e999',
  '9'.repeat(400),
].flatMap((text) => [
  { name: 'skip', text },
  { name: 'limit', text },
])

/** What cannot be the id of a player or a component. 4.1. */
export const wrongIds: readonly string[] = [
  ':player_id',
  '1neo',
  'ne o',
  'neo/tour',
  'neö',
  '__proto__',
  '-',
  "'",
  'a%2Fb',
  'n'.repeat(65),
  'n'.repeat(10_000),
  '\u0000',
  '🜁',
]
