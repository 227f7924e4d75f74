import { Link } from 'react-router'
import { getWorkspaceBudget, updateWorkspaceBudget } from '../../../../../domains/delivery/budgets/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useReply } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { DraftField, SaveBar } from '../../../parts/draft-field.tsx'
import { Form } from '../../../parts/form.tsx'
import { Meter } from '../../../parts/meter.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { useForm } from '../../../parts/use-form.ts'
import { paths } from '../../../paths.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'
import { useUsageWords } from '../../../words/usage/index.ts'
import { amountOf, textOf } from '../../settings/workspace/cap-amount.ts'
import { useRole } from '../../../api/use-role.ts'

type Budget = Reply<typeof getWorkspaceBudget>

const fields = ['costCapUsd', 'projectCostCapUsd', 'cycleCostCapUsd'] as const

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
  const amount = [amountOf, words.badCap] as const
  const form = useForm(updateWorkspaceBudget, {
    name: `caps.${workspace.id}`,
    saved: {
      costCapUsd: textOf(overrides.costCapUsd),
      projectCostCapUsd: textOf(overrides.projectCostCapUsd),
      cycleCostCapUsd: textOf(overrides.cycleCostCapUsd),
    },
    isChange: true,
    reads: { costCapUsd: amount, projectCostCapUsd: amount, cycleCostCapUsd: amount },
  })
  const texts = {
    costCapUsd: [words.costCap, words.costCapHint],
    projectCostCapUsd: [words.projectCap, words.projectCapHint],
    cycleCostCapUsd: [words.cycleCap, words.cycleCapHint],
  } as const
  return (
    <Form className="pad stack" error={form.error} onSubmit={form.submit}>
      {fields.map((field) => (
        <DraftField
          key={field}
          draft={form}
          field={field}
          label={texts[field][0]}
          hint={texts[field][1]}
          isDisabled={!isAdministrator}
        />
      ))}
      <Refusal error={form.error} />
      {isAdministrator ? <SaveBar draft={form} /> : null}
    </Form>
  )
}
