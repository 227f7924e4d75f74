import { explain } from '../../errors.ts'
import { Explanation } from '../../parts/refusal.tsx'
import { useDeliverableWords } from '../../words/deliverables/use-words.ts'
import { useWords } from '../../words/use-words.ts'

/** What was refused about a deliverable, in its own words. Nothing where there is no error. */
export const Wrong = ({ error }: { readonly error: unknown }) => {
  const { errors } = useWords()
  const { codes } = useDeliverableWords()
  if (error == null) return null
  return <Explanation explained={explain(error, { ...errors, codes: { ...errors.codes, ...codes } })} />
}
