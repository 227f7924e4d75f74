import { lazy, Suspense, useState } from 'react'
import { useKeysOpen } from './keys/open-keys.ts'
import { persistently } from './late-code.ts'
import { EarlyPalette } from './palette/early-palette.tsx'
import { usePaletteOpen } from './palette/open-palette.ts'

const Palette = lazy(persistently(async () => ({ default: (await import('./palette/palette.tsx')).Palette })))
const KeysSheet = lazy(persistently(async () => ({ default: (await import('./keys/keys-sheet.tsx')).KeysSheet })))

/** Overlays of any page: the palette and the sheet of all keys. */
export const Overlays = () => {
  const [paletteText, closePalette] = usePaletteOpen()
  const [keysText, closeKeys] = useKeysOpen()
  return (
    <>
      {paletteText === undefined ? null : <OpenPalette begunWith={paletteText} onClose={closePalette} />}
      {keysText === undefined ? null : (
        <Suspense>
          <KeysSheet onClose={closeKeys} />
        </Suspense>
      )}
    </>
  )
}

interface OpenPaletteProps {
  readonly begunWith: string
  readonly onClose: () => void
}

const OpenPalette = ({ begunWith, onClose }: OpenPaletteProps) => {
  const [typed, setTyped] = useState(begunWith)
  return (
    <Suspense fallback={<EarlyPalette text={typed} onType={setTyped} onClose={onClose} />}>
      <Palette begunWith={typed} onClose={onClose} />
    </Suspense>
  )
}
