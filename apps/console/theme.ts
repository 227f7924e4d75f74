import { useSyncExternalStore } from 'react'
import { openListeners } from './store.ts'

export type Theme = 'light' | 'dark'

const key = 'atelier.theme'
const { subscribe, notify } = openListeners()

// build/first-paint.js decides the same, before the first paint.
const deviceDark = () => matchMedia('(prefers-color-scheme: dark)')
const chosenTheme = (): Theme | 'auto' => {
  const saved = localStorage.getItem(key)
  return saved === 'dark' || saved === 'light' ? saved : 'auto'
}
const theme = (): Theme => {
  const chosen = chosenTheme()
  if (chosen !== 'auto') return chosen
  return deviceDark().matches ? 'dark' : 'light'
}
const show = () => {
  document.documentElement.dataset.theme = theme()
  notify()
}

/** The theme that the page shows. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, theme)

/** The theme that the person chose; `auto` is that of the device. */
export const useChosenTheme = (): Theme | 'auto' => useSyncExternalStore(subscribe, chosenTheme)

/** Null goes back to the theme of the device. */
export const chooseTheme = (chosen: Theme | null): void => {
  if (chosen === null) localStorage.removeItem(key)
  else localStorage.setItem(key, chosen)
  show()
}

/** Follows the theme of the device without a choice, and the theme chosen in another tab. */
export const followTheme = (): void => {
  deviceDark().addEventListener('change', show)
  addEventListener('storage', (event) => {
    if (event.key === key) show()
  })
}
