import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { isTyping } from '../parts/is-typing.ts'
import { useChangePreferences } from '../api/use-preferences.ts'
import { paths } from '../paths.ts'
import { useSingleKeys } from '../preferences.ts'
import { useTheme } from '../theme.ts'
import { openPalette } from './palette/open-palette.ts'

const chordMs = 1_000
const places: Readonly<Record<string, string>> = {
  a: paths.audit,
  d: paths.deliverables,
  h: paths.home,
  i: paths.invoices,
  p: paths.projects,
  s: paths.settings,
}

/**
 * Ctrl or ⌘ K opens the palette anywhere. G then H, P, D, I, A or S goes home, to the projects, the deliverables, the
 * invoices, the audit log or the settings, T changes the theme, while no field has the focus and the person has not switched single letters off.
 */
export const useShortcuts = (): void => {
  const navigate = useNavigate()
  const { choose } = useChangePreferences()
  const theme = useTheme()
  const isOn = useSingleKeys()
  const toggle = useRef(() => {})
  useEffect(() => {
    toggle.current = () => choose({ theme: theme === 'dark' ? 'light' : 'dark' })
  })
  useEffect(() => {
    let goingSince = -chordMs
    const press = (event: KeyboardEvent) => {
      if (event.key === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        openPalette()
      }
      if (!isOn || isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return
      const isGoing = event.timeStamp - goingSince < chordMs
      goingSince = -chordMs
      const place = isGoing ? places[event.key] : undefined
      if (event.key === 'g') goingSince = event.timeStamp
      else if (place !== undefined) void navigate(place)
      else if (event.key === 't') toggle.current()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [navigate, isOn])
}
