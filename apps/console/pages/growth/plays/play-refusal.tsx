import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { useGrowthPlayWords } from '../../../words/growth-plays/index.ts'

/** The failure of an action on a play, in words. */
export const PlayRefusal = ({ error }: { readonly error: unknown }) => (
  <Refusal error={error} codes={useGrowthPlayWords().codes} />
)
