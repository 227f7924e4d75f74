import { useLayoutEffect, useState } from 'react'

/** Something that is opened from anywhere, with a text to begin with. */
export const opener = () => {
  const opening = new EventTarget()
  const open = (text = ''): void => void opening.dispatchEvent(new CustomEvent('open', { detail: text }))
  /** The text that it was opened with, undefined while it is closed; and how it closes. */
  const useOpen = (): [text: string | undefined, close: () => void] => {
    const [text, setText] = useState<string>()
    useLayoutEffect(() => {
      const show = (event: Event) => setText((event as CustomEvent<string>).detail)
      opening.addEventListener('open', show)
      return () => opening.removeEventListener('open', show)
    }, [])
    return [text, () => setText(undefined)]
  }
  return { open, useOpen }
}
