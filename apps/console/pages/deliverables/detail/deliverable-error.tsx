import { explain } from '../../../errors.ts'
import { useHasFieldError } from '../../../parts/forms/form.tsx'
import { Explanation } from '../../../parts/feedback/refusal.tsx'
import { useDeliverableWords } from '../../../words/deliverables/index.ts'
import { useWords } from '../../../words/shell/index.ts'

/** The refusal of an action on a deliverable, in its own words. Nothing without an error, or if a field shows it. */
export const DeliverableError = ({ error }: { readonly error: unknown }) => {
  const { errors } = useWords()
  const { codes } = useDeliverableWords()
  if (useHasFieldError(error) || error == null) return null
  return <Explanation explained={explain(error, { ...errors, codes: { ...errors.codes, ...codes } })} />
}
