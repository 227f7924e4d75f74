import { useEffect, useState } from 'react'

const opening = new EventTarget()

/** Opens the palette, whose code comes with the first opening. */
export const openPalette = (): void => void opening.dispatchEvent(new Event('open'))

/** Whether the palette is open, and how it closes. */
export const usePaletteOpen = (): [isOpen: boolean, close: () => void] => {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const open = () => setOpen(true)
    opening.addEventListener('open', open)
    return () => opening.removeEventListener('open', open)
  }, [])
  return [isOpen, () => setOpen(false)]
}

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
/** The keys that open it, as this device writes them. */
export const paletteKeys = isMac ? '⌘ K' : 'Ctrl K'
