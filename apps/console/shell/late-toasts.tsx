import { Suspense, useState } from 'react'
import { useWaitingToasts } from '../parts/feedback/toast.ts'
import { latePart } from './late-code.ts'

const Toasts = latePart(async () => (await import('../parts/feedback/toasts.tsx')).Toasts)

/** Where toasts appear, from the first one on. */
export const LateToasts = () => {
  const waiting = useWaitingToasts()
  const [isUsed, setUsed] = useState(false)
  if (waiting.length > 0 && !isUsed) setUsed(true)
  return isUsed ? (
    <Suspense>
      <Toasts />
    </Suspense>
  ) : null
}
