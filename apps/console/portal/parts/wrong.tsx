import { explain } from '../../errors.ts'
import { Explanation } from '../../parts/refusal.tsx'
import { usePortalWords } from '../words/use-words.ts'

interface WrongProps {
  readonly error: unknown
  readonly onRetry?: () => void
}

/** What failed, as the portal says it. Nothing where there is no error. */
export const Wrong = ({ error, onRetry }: WrongProps) => {
  const words = usePortalWords()
  return error == null ? null : <Explanation explained={explain(error, words.errors)} onRetry={onRetry} />
}
