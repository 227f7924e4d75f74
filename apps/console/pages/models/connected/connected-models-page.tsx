import { getWorkspaceBudget, updateWorkspaceBudget } from '../../../../../domains/delivery/budgets/contract.ts'
import { listAiModels, listModelCatalog, listModelPreferences } from '../../../../../domains/agents/models/contract.ts'
import { prefetch, useReply } from '../../../api/use-operation.ts'
import { Glyph } from '../../../parts/text/glyph.tsx'
import { EndpointForm } from '../../../parts/models/endpoint-form.tsx'
import { workingModel } from '../../../parts/models/working-model.ts'
import { Section } from '../../../parts/section.tsx'
import { useModelWords } from '../../../words/models/index.ts'
import { Head, useTitle } from '../../../parts/page.tsx'
import { ModelsFrame } from '../models-frame.tsx'
import { useRole } from '../../../api/use-role.ts'
import { ModelList, RolesSection } from './model-sections.tsx'
import { useState } from 'react'
import { FoundModelForm, UnusableModels, useFoundModels } from '../../../parts/models/found-model-form.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { TextLink } from '../../../parts/text/text-link.tsx'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useFormat } from '../../../format.ts'
import { DraftField, SaveForm } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { Meter } from '../../../parts/feedback/meter.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { paths } from '../../../paths.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'
import { useUsageWords } from '../../../words/usage/index.ts'
import { amountOf, textOf } from '../../settings/workspace/cap-amount.ts'
import '../../settings/settings.css'
import './models.css'

export const loader = () => {
  prefetch(getWorkspaceBudget)
  prefetch(listModelCatalog)
  return prefetch(listModelPreferences)
}

/** The models of the workspace: the model of each role, connected models, and their spending caps. */
export default function ConnectedModelsPage() {
  const words = useModelWords()
  const workspaceWords = useSettingsWords().workspace
  const { workspace, isAdministrator } = useRole()
  const budget = useReply(getWorkspaceBudget)
  const { data: models } = useReply(listAiModels, { params: { workspaceId: workspace.id } })
  const preferences = useReply(listModelPreferences)
  const working = workingModel('coder', models, preferences)
  const describeWorking = () => {
    if (working.kind === 'model') return words.nowModel(working.id)
    return working.kind === 'offline' ? words.nowOffline : words.nowUnusable(working.id, working.reason)
  }
  const text = describeWorking()
  useTitle(words.title)
  // Without a model, the first thing to do is to connect one.
  const connecting = isAdministrator ? (
    <>
      <FoundSection />
      <Section title={words.connect} text={words.yoursText}>
        <div className="panel pad">
          <EndpointForm workspaceId={workspace.id} onAdded={() => undefined} />
        </div>
      </Section>
    </>
  ) : (
    <p className="quiet">{words.readOnly}</p>
  )
  return (
    <ModelsFrame isNarrow>
      <Head title={words.title} text={working.kind === 'model' ? text : undefined} />
      {working.kind === 'model' ? null : (
        <div className="note wait">
          <Glyph name="wait" />
          <p>{text}</p>
        </div>
      )}
      {working.kind === 'offline' ? connecting : null}
      <ModelList models={models} preferences={preferences} isAdministrator={isAdministrator} />
      <RolesSection models={models} preferences={preferences} />
      {working.kind === 'offline' ? null : connecting}
      <Section title={workspaceWords.caps} text={workspaceWords.capsText}>
        <div className="panel rows">
          <Spent budget={budget} />
          <CapsForm budget={budget} isAdministrator={isAdministrator} />
        </div>
      </Section>
    </ModelsFrame>
  )
}

/** Keys and model servers of the server's machine that no endpoint uses yet; nothing without any. */
const FoundSection = () => {
  const words = useModelWords()
  const [chosen, setChosen] = useState<string>()
  const found = useFoundModels(true, chosen) ?? []
  const usable = found.filter(({ unusable }) => unusable === null)
  if (found.length === 0) return null
  return (
    <Section title={words.found} text={words.foundText}>
      <div className="panel rows">
        {usable.map((one) => (
          <div key={one.name} className="pad stack-8 model-row">
            <div className="line wrap">
              <span className="grow what">
                <b dir="auto">
                  {one.title}: {one.model}
                </b>
                <span className="quiet">
                  {one.kind === 'server' ? words.foundServer(one.place) : words.foundKey(one.place)}
                </span>
              </span>
              {chosen === one.name ? null : (
                <Button size="small" onClick={() => setChosen(one.name)}>
                  {words.connectAct}
                </Button>
              )}
            </div>
            {chosen === one.name ? <FoundModelForm found={one} onAdded={() => setChosen(undefined)} /> : null}
          </div>
        ))}
        <div className="pad" hidden={usable.length === found.length}>
          <UnusableModels found={found} />
        </div>
      </div>
    </Section>
  )
}

type Budget = Reply<typeof getWorkspaceBudget>

const Spent = ({ budget }: { readonly budget: Budget }) => {
  const words = useSettingsWords().workspace
  const usageWords = useUsageWords()
  const { dollars, day } = useFormat()
  const { spentUsd, reservedUsd, refusals, overrides, enforced } = budget
  const cap = enforced.costCapUsd
  const isOfOperator = cap !== null && cap !== overrides.costCapUsd
  const sentences = [
    cap === null ? words.spentNoCap(dollars(spentUsd)) : words.spent(dollars(spentUsd), dollars(cap)),
    reservedUsd > 0 && words.reserved(dollars(reservedUsd)),
    refusals[0] && words.refused(day(refusals[0].refusedAt)),
    isOfOperator && words.operatorCap(dollars(cap)),
  ]
  return (
    <div className="pad stack">
      <p>
        {sentences.filter(Boolean).join(' ')} <TextLink to={paths.usage}>{usageWords.title}</TextLink>
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
  const fields = [
    ['costCapUsd', words.costCap, words.costCapHint],
    ['projectCostCapUsd', words.projectCap, words.projectCapHint],
    ['cycleCostCapUsd', words.cycleCap, words.cycleCapHint],
  ] as const
  return (
    <Form className="pad stack" error={form.error} onSubmit={form.submit}>
      <div className="side-by-side">
        {fields.map(([field, label, hint]) => (
          <DraftField
            key={field}
            draft={form}
            field={field}
            label={label}
            hint={hint}
            unit="$"
            isDisabled={!isAdministrator}
          />
        ))}
      </div>
      {isAdministrator ? <SaveForm form={form} /> : null}
    </Form>
  )
}
