import { getWorkspaceBudget } from '../../../../../domains/delivery/budgets/contract.ts'
import { listAiModels, listModelCatalog, listModelPreferences } from '../../../../../domains/agents/models/contract.ts'
import { prefetch, useReply } from '../../../api/use-operation.ts'
import { Glyph } from '../../../parts/glyph.tsx'
import { EndpointForm } from '../../../parts/models/endpoint-form.tsx'
import { workingModel } from '../../../parts/models/working-model.ts'
import { Section } from '../../../parts/section.tsx'
import { useModelWords } from '../../../words/models/index.ts'
import { SettingsFrame } from '../settings-frame.tsx'
import { useRole } from '../../../api/use-role.ts'
import { CapsSection } from './caps-section.tsx'
import { FoundSection } from './found-section.tsx'
import { ModelList } from './model-list.tsx'
import { RolesSection } from './roles-section.tsx'
import './models.css'

export const loader = () => {
  prefetch(getWorkspaceBudget)
  prefetch(listModelCatalog)
  return prefetch(listModelPreferences)
}

/** The models of the workspace: the model of each role, connected models, and their spending caps. */
export default function ModelsPage() {
  const words = useModelWords()
  const { workspace, isAdministrator } = useRole()
  const { data: models } = useReply(listAiModels, { params: { workspaceId: workspace.id } })
  const preferences = useReply(listModelPreferences)
  const working = workingModel('coder', models, preferences)
  const text = {
    model: () => words.nowModel(working.kind === 'model' ? working.id : ''),
    offline: () => words.nowOffline,
    unusable: () => (working.kind === 'unusable' ? words.nowUnusable(working.id, working.reason) : ''),
  }[working.kind]()
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
    <SettingsFrame title={words.title} text={working.kind === 'model' ? text : undefined}>
      {working.kind === 'model' ? null : (
        <div className="note wait">
          <Glyph name="wait" />
          <p>{text}</p>
        </div>
      )}
      {working.kind === 'offline' ? connecting : null}
      <RolesSection models={models} preferences={preferences} />
      <ModelList models={models} preferences={preferences} isAdministrator={isAdministrator} />
      {working.kind === 'offline' ? null : connecting}
      <CapsSection isAdministrator={isAdministrator} />
    </SettingsFrame>
  )
}
