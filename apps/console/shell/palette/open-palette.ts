import { opener } from '../opener.ts'

/** Opens the palette, whose code comes with the first opening; with the text to search for. */
export const { open: openPalette, useOpen: usePaletteOpen } = opener()

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
/** The keys that open it, as this device writes them. */
export const paletteKeys = isMac ? '⌘ K' : 'Ctrl K'
