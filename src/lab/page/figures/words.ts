/** Returns a text that begins with a capital letter. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Returns a text whose percent signs stay on the lines of their numbers. */
export const unbroken = (text: string): string => text.replaceAll(' %', '\u00a0%')
