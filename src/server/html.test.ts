import { expect, test } from 'vitest'
import { html } from './html.ts'

test('text is only text, between tags and in attributes', () => {
  const evil = `"><script>alert('&amp;')</script>`
  const shown = '&quot;&gt;&lt;script&gt;alert(&#39;&amp;amp;&#39;)&lt;/script&gt;'
  expect(html`<p title="${evil}">${evil}</p>`.markup).toBe(`<p title="${shown}">${shown}</p>`)
})

test('markup, lists of it and numbers stand as they are, and nothing is nothing', () => {
  const items = ['a', '<b>'].map((text) => html`<li>${text}</li>`)
  expect(html`${items}${3}${undefined}${false}${[]}${html`<hr />`}`.markup).toBe('<li>a</li><li>&lt;b&gt;</li>3<hr />')
})

test('an object of a caller is never taken for markup unless it was made here', () => {
  expect(html`${'{"markup":"<b>"}'}`.markup).toBe('{&quot;markup&quot;:&quot;&lt;b&gt;&quot;}')
})
