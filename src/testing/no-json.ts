/** What is wrong with a value that JSON.stringify threw for, in one line: of a cycle its error goes on to draw a picture. */
export function noJson(error: unknown): string {
  const [reason = ''] = String(error).split('\n')
  return `it contains a value that JSON cannot represent: ${reason}`
}
