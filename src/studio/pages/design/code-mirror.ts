import { autocompletion, type CompletionContext } from '@codemirror/autocomplete'
import { json } from '@codemirror/lang-json'
import { syntaxHighlighting } from '@codemirror/language'
import { lintGutter, setDiagnostics } from '@codemirror/lint'
import { Compartment, EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { minimalSetup } from 'codemirror'
import type { Proposals } from './completion.ts'
import type { TextProblem } from './json-text.ts'

/** What an editor shows and does. */
export interface EditorOptions {
  readonly label: string
  readonly text: string
  readonly isReadOnly: boolean
  readonly onChange: (text: string) => void
  readonly propose: (text: string, cursor: number) => Proposals | undefined
}

/** An editor in the page. */
export interface Editor {
  /** Shows another text, if it is not the one that is there. */
  readonly show: (text: string) => void
  readonly mark: (problems: readonly TextProblem[]) => void
  readonly goTo: (offset: number) => void
  readonly allowChanges: (isAllowed: boolean) => void
  readonly end: () => void
}

/**
 * Types over a selection. A browser would do it with style attributes that keep the look of the old text, which the policy
 * of the page refuses.
 */
function replaceSelection({ inputType, data }: InputEvent, view: EditorView): boolean {
  const { selection, readOnly } = view.state
  if (inputType !== 'insertText' || data === null || readOnly || view.composing || selection.main.empty) return false
  view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true })
  return true
}

type Highlighter = Parameters<typeof syntaxHighlighting>[0]

/** Names the parts of the text by classes, which the theme colours. */
const parts = {
  style: ([tag]: readonly { readonly name?: string }[]) => (tag?.name === undefined ? null : `part-${tag.name}`),
} as unknown as Highlighter

/**
 * Opens an editor below a shadow root: there its styles are objects of the document and not elements, which the policy of
 * the page would refuse. Spec 8.1.
 */
export function openEditor(root: ShadowRoot, options: EditorOptions): Editor {
  let isOurs = false
  const readOnly = new Compartment()
  const limits = (isReadOnly: boolean) => EditorState.readOnly.of(isReadOnly)
  const view = new EditorView({
    root,
    parent: root as unknown as HTMLElement,
    doc: options.text,
    extensions: [
      minimalSetup,
      json(),
      syntaxHighlighting(parts),
      theme,
      lintGutter(),
      autocompletion({ override: [(context) => completions(context, options)], activateOnTyping: true }),
      readOnly.of(limits(options.isReadOnly)),
      EditorView.lineWrapping,
      EditorView.domEventHandlers({ beforeinput: replaceSelection }),
      EditorView.contentAttributes.of({ 'aria-label': options.label, tabindex: '0' }),
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (docChanged && !isOurs) options.onChange(state.doc.toString())
      }),
    ],
  })
  return {
    show: (text) => {
      if (text === view.state.doc.toString()) return
      isOurs = true
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
      isOurs = false
    },
    mark: (problems) => {
      const end = view.state.doc.length
      const marks = problems.map(({ from, to, message }) => ({
        from: Math.min(from, end),
        to: Math.min(Math.max(to, from), end),
        severity: 'error' as const,
        message,
      }))
      view.dispatch(setDiagnostics(view.state, marks))
    },
    goTo: (offset) => {
      const at = Math.min(offset, view.state.doc.length)
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) })
      view.focus()
    },
    allowChanges: (isAllowed) => view.dispatch({ effects: readOnly.reconfigure(limits(!isAllowed)) }),
    end: () => view.destroy(),
  }
}

function completions(context: CompletionContext, { propose }: EditorOptions) {
  const text = context.state.doc.toString()
  const typed = context.matchBefore(/["\w$-]+$/)
  if (!typed && !context.explicit) return null
  const found = propose(text, context.pos)
  if (!found || found.options.length === 0) return null
  // A text in quotes is found by what is in them.
  const isQuoted = text[found.from] === '"'
  return {
    from: isQuoted ? Math.min(found.from + 1, context.pos) : found.from,
    options: found.options.map(({ label, text: insert, detail }) => ({
      label,
      ...(detail === undefined ? {} : { info: detail }),
      apply: (view: EditorView) =>
        view.dispatch({
          changes: { from: found.from, to: found.to, insert },
          selection: { anchor: found.from + insert.length - (/(""|\[\]|\{\})$/.test(insert) ? 1 : 0) },
          userEvent: 'input.complete',
        }),
    })),
    validFor: /^[\w$-]*$/,
  }
}

const theme = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'var(--card)', fontSize: '13px', height: '100%' },
  // The page shows the focus around the whole editor.
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--text)', padding: '0.75rem 0' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--card)', color: 'var(--muted)', border: '0' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--line)',
  },
  '.part-propertyName': { color: 'var(--accent)' },
  '.part-string': { color: 'var(--good)' },
  '.part-number, .part-bool, .part-null': { color: 'var(--warn)' },
  '.cm-tooltip': {
    border: '1px solid var(--line)',
    borderRadius: '8px',
    backgroundColor: 'var(--card)',
    color: 'var(--text)',
    boxShadow: '0 8px 24px rgb(0 0 0 / 20%)',
    maxWidth: '26rem',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxHeight: '16rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 10px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--card)' },
  '.cm-completionInfo': { padding: '8px 10px', fontFamily: 'system-ui, sans-serif' },
  '.cm-diagnostic': { padding: '6px 10px', fontFamily: 'system-ui, sans-serif' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--error)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--error)',
    textUnderlineOffset: '3px',
  },
  // The picture of the library has a style of its own, which the policy of the page refuses.
  '.cm-lint-marker-error': {
    content: 'normal',
    width: '9px',
    height: '9px',
    borderRadius: '50%',
    backgroundColor: 'var(--error)',
  },
  '.cm-completionIcon': { display: 'none' },
})
