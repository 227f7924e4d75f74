import { updateProject } from '../../../../../domains/code/projects/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { DraftField, SaveBar } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { useDraft } from '../../../parts/forms/use-draft.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import type { Budget } from './budget-section.tsx'
import { parseCap, type Range } from './cap-range.ts'

// The ranges of the contract.
const ranges = {
  costCapUsd: { most: 1_000_000, isWhole: false },
  cycleCap: { most: 1_000_000, isWhole: true },
  maxRevisions: { most: 1_000, isWhole: true },
} as const satisfies Readonly<Record<string, Range>>
type CapName = keyof typeof ranges
const names = Object.keys(ranges) as CapName[]

/** The caps of a project. An empty field inherits, and shows the inherited value. */
export const CapsForm = ({ projectId, budget }: { readonly projectId: string; readonly budget: Budget }) => {
  const words = useProjectWords().budget
  const { dollars, number } = useFormat()
  const { inherited, defaults } = budget
  const cost = inherited.costCapUsd ?? defaults.costCapUsd
  const placeholders = {
    costCapUsd: cost === null ? words.noValue : dollars(cost),
    cycleCap: words.noValue,
    maxRevisions: number(inherited.maxRevisions ?? defaults.maxRevisions),
  }
  const saved = Object.fromEntries(names.map((name) => [name, String(budget.overrides[name] ?? '')]))
  const draft = useDraft(`project-caps.${projectId}`, saved as Record<CapName, string>)
  const save = useOperation(updateProject, { then: draft.clear })
  const capOf = (name: CapName) => parseCap(draft.fields[name], ranges[name])
  const wrong = (name: CapName) => (capOf(name) === undefined ? words.wrong[name] : undefined)
  const submit = () => {
    if (!draft.isChanged || names.some(wrong) || draft.conflicts.length > 0) return
    const changed = names.filter((name) => name in draft.mine)
    const body = Object.fromEntries(changed.map((name) => [name, capOf(name) ?? null]))
    save.mutate({ params: { id: projectId }, body })
  }
  return (
    <Form className="panel pad stack-16" error={save.error} onSubmit={submit}>
      {names.map((name) => (
        <DraftField
          key={name}
          draft={draft}
          field={name}
          label={words.names[name]}
          hint={words.explained[name]}
          placeholder={placeholders[name]}
          inputMode="decimal"
          wrong={wrong(name)}
        />
      ))}
      <Refusal error={save.error} />
      <SaveBar draft={draft} isPending={save.isPending} isSaved={save.isSuccess} label={words.save} />
    </Form>
  )
}
