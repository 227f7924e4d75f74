import { useLayoutEffect, useState } from 'react'

/**
 * Something that is opened from anywhere, with a text to begin with. Its listeners are called directly: React draws at once what
 * the press of a key causes, but not what an event that this press dispatches causes, and the next key would go elsewhere.
 */
export const opener = () => {
  const listeners = new Set<(text: string) => void>()
  const open = (text = ''): void => listeners.forEach((show) => show(text))
  /** The text that it was opened with, undefined while it is closed; and how it closes. */
  const useOpen = (): [text: string | undefined, close: () => void] => {
    const [text, setText] = useState<string>()
    useLayoutEffect(() => {
      listeners.add(setText)
      return () => void listeners.delete(setText)
    }, [])
    return [text, () => setText(undefined)]
  }
  return { open, useOpen }
}
