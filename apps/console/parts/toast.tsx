import { lazy, Suspense, useState, useEffect } from 'react'

const Notifications = lazy(async () => ({ default: (await import('@mantine/notifications')).Notifications }))
const needed = new EventTarget()

/** Says in a line that something succeeded out of sight. Errors stand where they happen. */
export const toast = async (message: string): Promise<void> => {
  needed.dispatchEvent(new Event('toast'))
  const { notifications } = await import('@mantine/notifications')
  notifications.show({
    message,
    withCloseButton: false,
    autoClose: 6_000,
    classNames: { root: 'toast-card', description: 'toast-text' },
  })
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
      <Notifications position="bottom-left" limit={3} transitionDuration={140} />
    </Suspense>
  )
}
