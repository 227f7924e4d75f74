import { Refusal } from '../../parts/feedback/refusal.tsx'
import { useWaysWords } from '../../words/sign-in/index.ts'

/** The refusal of a sign-in, in its own words. Nothing without an error. */
export const SignInRefusal = ({ error }: { readonly error: unknown }) => (
  <Refusal error={error} codes={useWaysWords().codes} />
)
