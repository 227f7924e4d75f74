import { lazy, Suspense, type ReactNode } from 'react'
import { DecideInPlace } from '../../../../parts/request-decision/request-decision-form.tsx'
import type { Request } from '../../../../parts/request-decision/use-request-decision.ts'
import { RowsSkeleton } from '../../../../parts/feedback/skeleton.tsx'

// Diffs weigh more than the rest of the home page.
const ChangeReview = lazy(async () => ({ default: (await import('./change-review.tsx')).ChangeReview }))

interface DecideRequestProps {
  readonly request: Request
  readonly beside?: ReactNode
  /** Whether a person opened this request, so that its diff is open from the start. */
  readonly isDiffOpen?: boolean
  /** Shown before the buttons of a change. */
  readonly children?: ReactNode
}

/** The form that decides a request where it is listed; for a change, with its review. */
export const DecideRequest = ({ request, beside, isDiffOpen = false, children }: DecideRequestProps) => {
  const { taskId, requestType } = request
  if (requestType === 'question' || taskId === null) return <DecideInPlace request={request} beside={beside} />
  return (
    <Suspense fallback={<RowsSkeleton />}>
      <ChangeReview request={{ ...request, taskId }} beside={beside} isDiffOpen={isDiffOpen}>
        {children}
      </ChangeReview>
    </Suspense>
  )
}
