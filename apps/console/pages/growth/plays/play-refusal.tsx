import { Refusal } from '../../../parts/refusal.tsx'
import { useGrowthPlayWords } from '../../../words/growth-plays/index.ts'

/** What failed about a play, in words. */
export const PlayRefusal = ({ error }: { readonly error: unknown }) => (
  <Refusal error={error} codes={useGrowthPlayWords().codes} />
)
