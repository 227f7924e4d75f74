import { explain } from '../../errors.ts'
import { useHasFieldError } from '../../parts/forms/form.tsx'
import { Explanation } from '../../parts/feedback/refusal.tsx'
import { usePortalWords, type PortalWords } from '../../words/portal/index.ts'

interface PortalErrorProps {
  readonly error: unknown
  /** Words of codes that only some pages meet. */
  readonly codes?: PortalWords['errors']['codes']
  readonly onRetry?: () => void
}

/** The failure, in the portal's words. Nothing without an error, or if a field shows it. */
export const PortalError = ({ error, codes, onRetry }: PortalErrorProps) => {
  const { errors } = usePortalWords()
  const hasFieldError = useHasFieldError(error)
  const known = { ...errors, codes: { ...errors.codes, ...codes } }
  return error == null || hasFieldError ? null : <Explanation explained={explain(error, known)} onRetry={onRetry} />
}
