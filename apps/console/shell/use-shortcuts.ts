import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { isFreeForKeys } from '../parts/is-free-for-keys.ts'
import { useChangePreferences } from '../api/use-preferences.ts'
import { paths } from '../paths.ts'
import { useSingleKeys } from '../preferences.ts'
import { useTheme } from '../theme.ts'
import { useWords } from '../words/shell/index.ts'
import { openPalette } from './palette/open-palette.ts'
import { openKeys } from './keys/open-keys.ts'
import { shortcutOf, type Shortcut } from './shortcuts.ts'
import { stepFrom } from './step-from.ts'

const chordMs = 1_000
/** The review has its own J and K, for files. */
const isReview = (pathname: string) => pathname.endsWith('/review')

/**
 * The keys of the whole console: Ctrl or ⌘ K opens the palette anywhere; single letters act while no field has the focus,
 * nothing is being opened and the person has not switched them off.
 */
export const useShortcuts = (): void => {
  const act = useAct()
  const isOn = useSingleKeys()
  const isOpening = useNavigation().state !== 'idle'
  const press = useEffectEvent((event: KeyboardEvent, isAfterG: boolean) => {
    const isFree = isOn && !isOpening && isFreeForKeys(event)
    const { key, ctrlKey, metaKey, altKey } = event
    const shortcut = shortcutOf({ key, ctrlKey, metaKey, altKey, isAfterG, isFree })
    if (shortcut && act(shortcut)) event.preventDefault()
    return shortcut?.is
  })
  useEffect(() => {
    let goingSince = -chordMs
    const listen = (event: KeyboardEvent) => {
      const isAfterG = event.timeStamp - goingSince < chordMs
      goingSince = press(event, isAfterG) === 'go' ? event.timeStamp : -chordMs
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

/** Carries out a shortcut; false if this page has no use for it. */
const useAct = () => {
  const words = useWords().palette
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { choose } = useChangePreferences()
  const theme = useTheme()
  return (shortcut: Shortcut): boolean => {
    switch (shortcut.is) {
      case 'palette':
        openPalette()
        return true
      case 'place':
        void navigate(shortcut.to)
        return true
      case 'theme':
        choose({ theme: theme === 'dark' ? 'light' : 'dark' })
        return true
      case 'keys':
        openKeys()
        return true
      case 'new-cycle': {
        const project = /^\/projects\/([0-9a-f-]{36})/.exec(pathname)?.[1]
        if (project === undefined) openPalette(words.newCycle('').trim())
        else void navigate(paths.newCycle(project))
        return true
      }
      case 'step':
        if (isReview(pathname)) return false
        stepInList(shortcut.by)
        return true
      case 'filter':
        return focusFilter()
      case 'go':
        return false
    }
  }
}

const focusFilter = (): boolean => {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]')
  field?.focus()
  field?.select()
  return field !== null
}

const rows = 'main :is(.row, .rows > *, tbody > tr)'
const acts = 'a[href], button:not([disabled]), summary'

const isShown = (element: HTMLElement) => element.checkVisibility()

/** The elements that take the focus for each row of the lists of the page, in their order. */
const stops = (): HTMLElement[] => {
  const found = [...document.querySelectorAll<HTMLElement>(rows)].map((row) =>
    row.matches(acts) ? row : row.querySelector<HTMLElement>(acts),
  )
  return [...new Set(found)].filter((stop) => stop !== null).filter(isShown)
}

/** Moves the focus to the next or the previous row. */
const stepInList = (by: 1 | -1): void => {
  const all = stops()
  const focused = document.activeElement
  const at = all.findLastIndex((stop) => stop === focused || stop.closest(rows)?.contains(focused))
  const next = all[stepFrom(at, by, all.length)]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}
