import Search from 'lucide-react/icons/search'
import { useLayoutEffect, useRef } from 'react'
import { useWords } from '../../words/shell/index.ts'
import './palette.css'

interface EarlyPaletteProps {
  readonly text: string
  readonly onType: (text: string) => void
  readonly onClose: () => void
}

/** The field of the palette until its code is loaded, so that no key that follows Ctrl K goes anywhere else. */
export const EarlyPalette = ({ text, onType, onClose }: EarlyPaletteProps) => {
  const words = useWords().palette
  const dialog = useRef<HTMLDialogElement>(null)
  // Before the next key, which an effect after the paint would miss.
  useLayoutEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className="palette" aria-label={words.title} onClose={onClose}>
      <div className="q">
        <Search className="i" aria-hidden="true" />
        <input
          aria-label={words.title}
          spellCheck={false}
          placeholder={words.placeholder}
          value={text}
          onChange={({ target }) => onType(target.value)}
        />
        <kbd>Esc</kbd>
      </div>
    </dialog>
  )
}
