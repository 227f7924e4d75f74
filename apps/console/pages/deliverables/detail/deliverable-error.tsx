import { explain } from '../../../errors.ts'
import { useHasFieldError } from '../../../parts/form.tsx'
import { Explanation } from '../../../parts/refusal.tsx'
import { useDeliverableWords } from '../../../words/deliverables/index.ts'
import { useWords } from '../../../words/shell/index.ts'

/** What was refused about a deliverable, in its own words. Nothing where there is no error, or a field says it. */
export const DeliverableError = ({ error }: { readonly error: unknown }) => {
  const { errors } = useWords()
  const { codes } = useDeliverableWords()
  if (useHasFieldError(error) || error == null) return null
  return <Explanation explained={explain(error, { ...errors, codes: { ...errors.codes, ...codes } })} />
}
