import { palettes } from '../../palette.ts'

const { light, dark } = palettes

/** How the page looks around what its library shows, which knows one kind of light. */
export const stylesheet = `
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: ${light.text}; }
nav { display: flex; gap: 1.25rem; align-items: center; height: 3rem; padding: 0 1.25rem; background: ${light.text};
  color: ${light.card}; position: sticky; top: 0; z-index: 10; box-sizing: border-box; }
nav a { color: ${dark.muted}; text-decoration: none; padding: .15rem 0; border-bottom: 2px solid transparent; }
nav a:hover, nav a:focus-visible { color: ${light.card}; border-color: ${light.edge}; }
nav a[aria-current] { color: ${light.card}; border-color: ${dark.accent}; }
nav .document { margin-left: auto; }
main > p, noscript > p { padding: 2rem 1.25rem; }
`
