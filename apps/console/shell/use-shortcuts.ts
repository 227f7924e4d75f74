import { useMantineColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { isTyping } from '../parts/typing.ts'
import { paths } from '../paths.ts'
import { openPalette } from './palette/opening.ts'

const chordMs = 1_000

/**
 * Ctrl or ⌘ K opens the palette anywhere. G then H or P goes home or to the projects, T changes the theme, while no
 * field has the focus.
 */
export const useShortcuts = (): void => {
  const navigate = useNavigate()
  const { toggleColorScheme } = useMantineColorScheme()
  useEffect(() => {
    let goingSince = -chordMs
    const press = (event: KeyboardEvent) => {
      if (event.key === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        openPalette()
      }
      if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return
      const isGoing = event.timeStamp - goingSince < chordMs
      goingSince = -chordMs
      if (event.key === 'g') goingSince = event.timeStamp
      else if (isGoing && event.key === 'h') void navigate(paths.home)
      else if (isGoing && event.key === 'p') void navigate(paths.projects)
      else if (event.key === 't') toggleColorScheme()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [navigate, toggleColorScheme])
}
