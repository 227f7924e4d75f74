import { lazy, Suspense, useState, useEffect } from 'react'
import type { UndoWords } from '../words/undo/use-words.ts'

const Notifications = lazy(async () => ({ default: (await import('@mantine/notifications')).Notifications }))
const needed = new EventTarget()
const toasts = { root: 'toasts' }

/** A way back from what was done, offered with the sentence that says so. */
export interface Undo {
  readonly words: UndoWords
  readonly act: () => Promise<unknown>
}

/** Says in a line that something succeeded out of sight. Errors stand where they happen. */
export const toast = async (message: string, undo?: Undo): Promise<void> => {
  needed.dispatchEvent(new Event('toast'))
  const { showToast } = await import('./show-toast.tsx')
  showToast(message, undo)
}

/** Where toasts appear. Its code comes with the first of them. */
export const Toasts = () => {
  const [isNeeded, setNeeded] = useState(false)
  useEffect(() => {
    const show = () => setNeeded(true)
    needed.addEventListener('toast', show)
    return () => needed.removeEventListener('toast', show)
  }, [])
  if (!isNeeded) return null
  return (
    <Suspense>
      <Notifications classNames={toasts} position="bottom-left" limit={3} transitionDuration={140} />
    </Suspense>
  )
}
