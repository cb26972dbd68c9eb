import { request } from 'undici'

/** Somebody at a browser that runs no scripts: keeps its cookie, follows no redirects, fills in forms. */
export interface Visitor {
  /** Opens a path; a form is sent to it where one is given. */
  readonly open: (
    path: string,
    form?: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Seen>
  /** What the browser sends as its cookie, or is to send. */
  cookie: string
}

/** What came back. */
export interface Seen {
  readonly status: number
  readonly headers: Headers
  /** The page as it came. */
  readonly markup: string
  /** Its words, without markup and without the space around them. */
  readonly words: string
  /** The fields of its first form to be posted that are not shown, by name. */
  readonly hidden: Readonly<Record<string, string>>
  /** Where it sends the browser. */
  readonly location: string | null
}

/** A visitor of the server at an address, without a cookie yet. */
export function visitorOf(url: string): Visitor {
  const visitor: Visitor = {
    cookie: '',
    async open(path, form, headers = {}) {
      const sent = form && {
        method: 'POST',
        headers: { cookie: visitor.cookie, 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams(Object.entries(form).map(([name, value]) => [name, filledIn(value)])).toString(),
      }
      // Unlike fetch it calls by any name that `headers` has as the host.
      const response = await request(`${url}${path}`, sent ?? { headers: { cookie: visitor.cookie, ...headers } })
      const given = new Headers()
      for (const [name, values = []] of Object.entries(response.headers))
        for (const value of [values].flat()) given.append(name, value)
      const [cookie] = given.getSetCookie()
      if (cookie !== undefined) visitor.cookie = cookie.split(';', 1)[0] ?? ''
      return seen({ status: response.statusCode, headers: given }, await response.body.text())
    },
  }
  return visitor
}

/** A value as a browser sends it that has found it in a page. */
const filledIn = (value: string): string => value.replaceAll('\0', '\uFFFD').replace(/\r\n?|\n/g, '\r\n')

function seen({ status, headers }: Pick<Seen, 'status' | 'headers'>, markup: string): Seen {
  const [form = ''] = /<form[^>]* method="post".*?<\/form>/s.exec(markup) ?? []
  const inputs = form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)
  const hidden = Object.fromEntries(Array.from(inputs, ([, name = '', value = '']) => [name, unescaped(value)]))
  const words = unescaped(markup.replace(/<style>.*<\/style>/s, '').replace(/<[^>]*>/g, ' '))
  return {
    status,
    headers,
    markup,
    words: words.replace(/\s+/g, ' ').trim(),
    hidden,
    location: headers.get('location'),
  }
}

const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

const unescaped = (text: string): string => text.replace(/&(\w+|#\d+);/g, (all, name: string) => signs[name] ?? all)
