import { RefusedError } from '../../../../platform/client/index.ts'
import { Refusal } from '../../parts/feedback/refusal.tsx'
import { useWaysWords } from '../../words/sign-in/index.ts'

/** The refusal of a sign-in, in its own words. Nothing without an error. */
export const SignInRefusal = ({ error }: { readonly error: unknown }) => (
  <Refusal error={error} codes={useWaysWords().codes} />
)

/** The code of the server's refusal; undefined for any other error. */
export const errorCodeOf = (error: unknown): string | undefined =>
  error instanceof RefusedError ? error.answered.code : undefined
