import { palettes, propertiesOf } from '../palette.ts'

/** The number of hues of the initials of players: classes `hue-0` and so on. */
export const HUES = 8

const hues = Array.from({ length: HUES }, (_, i) => `.hue-${i} { --hue: ${Math.round((i * 360) / HUES) + 15}; }`)

/** The styles of the pages. They load nothing from another host: the fonts are those of the machine. */
export const stylesheet = `
:root { color-scheme: light dark; ${propertiesOf(palettes.light)} --initial: 45% 30%; --disc: 60% 91%; }
@media (prefers-color-scheme: dark) {
  :root { ${propertiesOf(palettes.dark)} --initial: 60% 86%; --disc: 28% 27%; }
}
${hues.join('\n')}
*, *::before, *::after { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; padding: 1.5rem; display: grid; place-items: center;
  font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
  color: var(--text); background: var(--page); -webkit-text-size-adjust: 100%;
}
h1, h2, p, ul { margin: 0; padding: 0; }
h1 { font-size: 1.5rem; line-height: 1.25; letter-spacing: -0.01em; overflow-wrap: anywhere; }
h2 { font-size: 1.0625rem; line-height: 1.4; }
main {
  width: 100%; max-width: 56rem; background: var(--card); border: 1px solid var(--line); border-radius: 1rem;
  box-shadow: 0 1px 2px rgb(0 0 0 / 6%), 0 12px 32px rgb(0 0 0 / 7%);
}
main.narrow { max-width: 32rem; }
main.narrow section { display: grid; gap: 1rem; padding: 2rem; }
.muted { color: var(--muted); font-size: 0.875rem; overflow-wrap: anywhere; }

.game { display: flex; gap: 1rem; align-items: center; padding: 1.25rem 2rem; border-bottom: 1px solid var(--line); }
.game img { flex: none; width: 4rem; height: 4rem; border-radius: 0.875rem; background: var(--soft); object-fit: cover; }
.game div { min-width: 0; }
.description { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
.badge {
  display: inline-block; padding: 0 0.5rem; border-radius: 1rem; background: var(--soft); color: var(--text);
  font-size: 0.75rem; line-height: 1.5rem; white-space: nowrap;
}

.columns { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 20rem); }
.columns > section { display: grid; gap: 0.875rem; align-content: start; padding: 1.25rem 2rem; }
.columns > section + section { border-left: 1px solid var(--line); }

input {
  width: 100%; min-height: 2.75rem; padding: 0.5rem 0.75rem; font: inherit; color: var(--text); background: var(--card);
  border: 1px solid var(--edge); border-radius: 0.625rem;
}
::placeholder { color: var(--muted); opacity: 1; }
input[aria-invalid='true'] { border-color: var(--error); border-width: 2px; }
button, .button {
  min-height: 2.75rem; padding: 0.5rem 1rem; font: inherit; font-weight: 600; text-align: center; text-decoration: none;
  color: var(--text); background: var(--card); border: 1px solid var(--edge); border-radius: 0.625rem; cursor: pointer;
}
button:hover, .button:hover { background: var(--soft); }
a { color: var(--accent); text-underline-offset: 0.2em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }

form.search { display: flex; gap: 0.5rem; }
form.search input { flex: 1; min-width: 0; }
.players { display: grid; gap: 0.125rem; list-style: none; }
.player {
  display: flex; gap: 0.75rem; align-items: center; width: 100%; padding: 0.25rem 0.625rem; font-weight: 400;
  text-align: left; border-color: transparent;
}
.player:hover { border-color: var(--edge); }
.player .names { display: grid; min-width: 0; line-height: 1.3; }
.player .names > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.player b { font-weight: 600; }
.initial {
  flex: none; display: grid; place-items: center; width: 2.25rem; height: 2.25rem; border-radius: 50%; font-weight: 600;
  color: hsl(var(--hue) var(--initial)); background: hsl(var(--hue) var(--disc));
}
.last { background: var(--soft); border-color: var(--accent); padding: 0.625rem; }
.last::after { content: '\\2192'; margin-left: auto; padding-right: 0.375rem; color: var(--accent); font-size: 1.25rem; }
.pages { display: flex; gap: 0.75rem; align-items: center; justify-content: space-between; }
.pages a { padding: 0.5rem 0; }
.pages span { flex: 1; }

.newcomer { display: grid; gap: 1rem; }
.field { display: grid; gap: 0.25rem; }
.field > * { display: block; }
.field label { font-size: 0.875rem; font-weight: 600; }
.field .muted { font-size: 0.8125rem; }
.wrong { color: var(--error); font-size: 0.875rem; overflow-wrap: anywhere; }
.wrong::first-letter { text-transform: uppercase; }
.alert {
  padding: 0.625rem 0.875rem; color: var(--text); background: var(--error-soft); border-left: 4px solid var(--error);
  border-radius: 0.375rem; font-size: 0.9375rem; overflow-wrap: anywhere;
}
.leads {
  display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; align-items: center; justify-content: space-between;
  padding: 0.875rem 2rem; border-top: 1px solid var(--line);
}
.leads p { flex: 1 1 16rem; min-width: 0; }
.leads nav { display: flex; gap: 1rem; align-items: center; }
code { font: 0.8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }

@media (max-width: 47rem) {
  body { padding: 0; place-items: start stretch; }
  main, main.narrow { max-width: none; min-height: 100vh; min-height: 100dvh; border: 0; border-radius: 0; box-shadow: none; }
  .game, .columns > section, .leads, main.narrow section { padding-inline: 1.25rem; }
  .columns { grid-template-columns: minmax(0, 1fr); }
  .columns > section + section { border-left: 0; border-top: 1px solid var(--line); }
}
@media (prefers-reduced-motion: no-preference) { button, .button, .player { transition: background-color 120ms; } }
`
