import { explain } from '../../errors.ts'
import { useHasFieldError } from '../../parts/forms/form.tsx'
import { Explanation } from '../../parts/feedback/refusal.tsx'
import { usePortalWords } from '../../words/portal/index.ts'

/** The failure, in the portal's words. Nothing without an error, or if a field shows it. */
export const PortalError = ({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) => {
  const words = usePortalWords()
  const hasFieldError = useHasFieldError(error)
  return error == null || hasFieldError ? null : (
    <Explanation explained={explain(error, words.errors)} onRetry={onRetry} />
  )
}
