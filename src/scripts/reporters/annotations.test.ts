import { expect, test } from 'vitest'
import { annotationLine, summaryMarkdown, type Annotation } from './annotations.ts'

const annotation: Annotation = {
  level: 'error',
  file: 'design/metrics/xp.json',
  line: 2,
  column: 3,
  title: 'problem',
  message: 'expected a number',
}

test('an annotation is one line, whatever its texts are', () => {
  expect(annotationLine(annotation)).toBe(
    '::error file=design/metrics/xp.json,line=2,col=3,title=problem::expected a number',
  )
  const nasty = 'a,b:c%\r\n::error::d'
  expect(annotationLine({ level: 'notice', file: nasty, title: nasty, message: nasty })).toBe(
    '::notice file=a%2Cb%3Ac%25%0D%0A%3A%3Aerror%3A%3Ad,title=a%2Cb%3Ac%25%0D%0A%3A%3Aerror%3A%3Ad::a,b:c%25%0D%0A::error::d',
  )
})

test('a summary has the result, and a row for each annotation', () => {
  expect(summaryMarkdown({ title: 'Design', result: 'valid', annotations: [] })).toBe('### Design\n\nvalid\n\n')
  expect(summaryMarkdown({ title: 'Design', result: '1 problem', annotations: [annotation] })).toBe(
    '### Design\n\n1 problem\n\n|  | Where | What |\n|---|---|---|\n| error | design/metrics/xp.json:2 | expected a number |\n\n',
  )
})

test('no text of a summary is read as Markdown or HTML', () => {
  const message = '<img src=x> | `a` *b* _c_ [d](e)\nf & #g \\h'
  const row = summaryMarkdown({ title: '', result: '', annotations: [{ ...annotation, message }] })
    .split('\n')
    .at(-3)
  expect(row).toBe(
    '| error | design/metrics/xp.json:2 | &#60;img src=x&#62; &#124; &#96;a&#96; &#42;b&#42; &#95;c&#95; &#91;d&#93;(e)<br>f &#38; &#35;g &#92;h |',
  )
})
