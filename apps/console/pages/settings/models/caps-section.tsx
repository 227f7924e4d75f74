import { useState } from 'react'
import { Link } from 'react-router'
import { getWorkspaceBudget, updateWorkspaceBudget } from '../../../../../domains/delivery/budgets/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation, useReply } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { DraftField, SaveBar } from '../../../parts/draft-field.tsx'
import { Form } from '../../../parts/form.tsx'
import { Meter } from '../../../parts/meter.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { useDraft } from '../../../parts/use-draft.ts'
import { paths } from '../../../paths.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'
import { useUsageWords } from '../../../words/usage/index.ts'
import { amountOf, textOf } from '../workspace/cap-amount.ts'
import { useRole } from '../../../api/use-role.ts'

type Budget = Reply<typeof getWorkspaceBudget>

const fields = ['costCapUsd', 'projectCostCapUsd', 'cycleCostCapUsd'] as const
type Field = (typeof fields)[number]
interface Caps extends Record<string, string> {
  readonly costCapUsd: string
  readonly projectCostCapUsd: string
  readonly cycleCostCapUsd: string
}

/** The spent part of the workspace's cap, and the caps that it sets. */
export const CapsSection = ({ isAdministrator }: { readonly isAdministrator: boolean }) => {
  const words = useSettingsWords().workspace
  const budget = useReply(getWorkspaceBudget)
  return (
    <Section title={words.caps} text={words.capsText}>
      <div className="panel rows">
        <Spent budget={budget} />
        <CapsForm budget={budget} isAdministrator={isAdministrator} />
      </div>
    </Section>
  )
}

const Spent = ({ budget }: { readonly budget: Budget }) => {
  const words = useSettingsWords().workspace
  const usageWords = useUsageWords()
  const { dollars, day } = useFormat()
  const { spentUsd, reservedUsd, refusals, overrides, enforced } = budget
  const cap = enforced.costCapUsd
  const isOfOperator = cap !== null && cap !== overrides.costCapUsd
  const sentences = [
    cap === null ? words.spentNoCap(dollars(spentUsd)) : words.spent(dollars(spentUsd), dollars(cap)),
    ...(reservedUsd > 0 ? [words.reserved(dollars(reservedUsd))] : []),
    ...(refusals[0] ? [words.refused(day(refusals[0].refusedAt))] : []),
    ...(isOfOperator ? [words.operatorCap(dollars(cap))] : []),
  ]
  return (
    <div className="pad stack">
      <p>
        {sentences.join(' ')} <Link to={paths.usage}>{usageWords.title}</Link>
      </p>
      {cap === null ? null : <Meter spent={spentUsd} held={reservedUsd} cap={cap} />}
    </div>
  )
}

const CapsForm = ({ budget, isAdministrator }: { readonly budget: Budget; readonly isAdministrator: boolean }) => {
  const words = useSettingsWords().workspace
  const { workspace } = useRole()
  const { overrides } = budget
  const [isChecked, setChecked] = useState(false)
  const draft = useDraft<Caps>(`caps.${workspace.id}`, {
    costCapUsd: textOf(overrides.costCapUsd),
    projectCostCapUsd: textOf(overrides.projectCostCapUsd),
    cycleCostCapUsd: textOf(overrides.cycleCostCapUsd),
  })
  const save = useOperation(updateWorkspaceBudget, { then: draft.clear })
  const changed = fields.filter((field) => field in draft.mine)
  const wrong = (field: Field) => (isChecked && amountOf(draft.fields[field]) === undefined ? words.badCap : undefined)
  const submit = () => {
    setChecked(true)
    if (changed.some((field) => amountOf(draft.fields[field]) === undefined) || changed.length === 0) return
    save.mutate({ body: Object.fromEntries(changed.map((field) => [field, amountOf(draft.fields[field])])) })
  }
  const texts = {
    costCapUsd: [words.costCap, words.costCapHint],
    projectCostCapUsd: [words.projectCap, words.projectCapHint],
    cycleCostCapUsd: [words.cycleCap, words.cycleCapHint],
  } as const
  return (
    <Form className="pad stack" error={save.error} onSubmit={submit}>
      {fields.map((field) => (
        <DraftField
          key={field}
          draft={draft}
          field={field}
          label={texts[field][0]}
          hint={texts[field][1]}
          wrong={wrong(field)}
          isDisabled={!isAdministrator}
        />
      ))}
      <Refusal error={save.error} />
      {isAdministrator ? <SaveBar draft={draft} isPending={save.isPending} isSaved={save.isSuccess} /> : null}
    </Form>
  )
}
