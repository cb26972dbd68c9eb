import { useEffect, useRef, type ReactNode } from 'react'
import type { Editor, EditorOptions } from './code-mirror.ts'
import type { TextProblem } from './json-text.ts'

interface JsonEditorProps extends EditorOptions {
  readonly problems: readonly TextProblem[]
  /** The offset to go to; another object goes there again. */
  readonly target: { readonly offset: number } | undefined
}

/** A JSON text in an editor, with completion, and with problems at their places. The editor is loaded when it is first used. */
export function JsonEditor(props: JsonEditorProps): ReactNode {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<Editor>(undefined)
  const latest = useRef(props)
  latest.current = props
  useEffect(() => {
    let isGone = false
    const open = async (): Promise<void> => {
      const { openEditor } = await import('./code-mirror.ts')
      const element = host.current
      if (isGone || !element) return
      const { label, text, isReadOnly, problems, target } = latest.current
      const opened = openEditor(element.shadowRoot ?? element.attachShadow({ mode: 'open' }), {
        label,
        text,
        isReadOnly,
        onChange: (next) => latest.current.onChange(next),
        propose: (whole, cursor) => latest.current.propose(whole, cursor),
      })
      editor.current = opened
      opened.mark(problems)
      if (target) opened.goTo(target.offset)
    }
    void open()
    return () => {
      isGone = true
      editor.current?.end()
      editor.current = undefined
    }
  }, [])
  const { text, problems, isReadOnly, target } = props
  useEffect(() => editor.current?.show(text), [text])
  useEffect(() => editor.current?.mark(problems), [problems])
  useEffect(() => editor.current?.allowChanges(!isReadOnly), [isReadOnly])
  useEffect(() => {
    if (target) editor.current?.goTo(target.offset)
  }, [target])
  return <div ref={host} className="json-editor" />
}
