import { explain } from '../../errors.ts'
import { useIsTold } from '../../parts/form.tsx'
import { Explanation } from '../../parts/refusal.tsx'
import { usePortalWords } from '../../words/portal/index.ts'

interface WrongProps {
  readonly error: unknown
  readonly onRetry?: () => void
}

/** What failed, as the portal says it. Nothing where there is no error, or a field says it. */
export const Wrong = ({ error, onRetry }: WrongProps) => {
  const words = usePortalWords()
  const isTold = useIsTold(error)
  return error == null || isTold ? null : <Explanation explained={explain(error, words.errors)} onRetry={onRetry} />
}
