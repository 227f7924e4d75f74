import { lazy, Suspense, useState, useEffect } from 'react'
import type { Undo } from './show-toast.tsx'

const Notifications = lazy(async () => ({ default: (await import('@mantine/notifications')).Notifications }))
const needed = new EventTarget()
const toasts = { root: 'toasts' }

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
