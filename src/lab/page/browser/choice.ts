import { element } from './element.ts'

/** One of the things that a reader can choose. */
export interface Option {
  readonly label: string
  readonly mark?: Element | undefined
}

/** Creates a switch between a few things: radio buttons, so that arrow keys work and screen readers say which is chosen. */
export function choice(
  title: string,
  options: readonly Option[],
  onChoose: (index: number) => void,
  chosen = 0,
): HTMLElement {
  const name = `choice-${++choices}`
  return element(
    'fieldset',
    {},
    element('legend', {}, title),
    element(
      'div',
      { class: 'choices' },
      ...options.map(({ label, mark }, index) => {
        const input = element('input', { type: 'radio', name, checked: index === chosen ? '' : undefined })
        input.addEventListener('change', () => onChoose(index))
        return element('label', {}, input, element('span', {}, mark, label))
      }),
    ),
  )
}

let choices = 0
