import { useEffect, useState } from 'react'

export const themes = ['auto', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const KEY = 'gamify-studio-theme'

/** Keeps the theme that the person chose, where the browser has a storage. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(() => themes.find((each) => each === stored()) ?? 'auto')
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme
    try {
      localStorage.setItem(KEY, theme)
    } catch {
      // Without a storage, the theme lasts as long as the page.
    }
  }, [theme])
  return [theme, setTheme]
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}
