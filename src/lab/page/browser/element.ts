/** What can be inside of an element. Text is never read as markup. */
type Child = Node | string | undefined | false

/** Creates an element. Attributes without a value are left out. */
export function element<K extends keyof HTMLElementTagNameMap>(
  kind: K,
  attributes: Readonly<Record<string, string | undefined>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(kind)
  return filled(made, attributes, children)
}

/** Creates an element of a drawing. */
export function drawing<K extends keyof SVGElementTagNameMap>(
  kind: K,
  attributes: Readonly<Record<string, string | undefined>>,
  ...children: readonly Child[]
): SVGElementTagNameMap[K] {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', kind), attributes, children)
}

function filled<E extends Element>(
  made: E,
  attributes: Readonly<Record<string, string | undefined>>,
  children: readonly Child[],
): E {
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(name, value)
  made.append(...children.filter((child) => child !== undefined && child !== false))
  return made
}
