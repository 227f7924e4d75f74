import { useState } from 'react'
import { useParams, type LoaderFunctionArgs } from 'react-router'
import {
  deleteProjectEnvironment,
  listProjectEnvironments,
  updateProjectEnvironment,
} from '../../../../../domains/code/environments/contract.ts'
import { getProject } from '../../../../../domains/code/projects/contract.ts'
import { listProjectSecretEntries } from '../../../../../domains/code/secrets/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { prefetch, useLateReply, useOperation, useReply } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { ConfirmButton } from '../../../parts/forms/confirm-button.tsx'
import { Empty } from '../../../parts/feedback/empty.tsx'
import { Head } from '../../../parts/page.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { State } from '../../../parts/feedback/state.tsx'
import { hasTyped } from '../../../api/typed-values.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { SecretsSection } from '../secrets/secrets-section.tsx'
import { EnvironmentForm, typedEnvironment } from './environment-form.tsx'
import { ProjectFrame } from '../project-frame.tsx'

type Environment = Reply<typeof listProjectEnvironments>[number]

const of = (projectId: string) => ({ params: { projectId } })

export const loader = ({ params }: LoaderFunctionArgs) => {
  const id = params.projectId!
  prefetch(getProject, { params: { id } })
  prefetch(listProjectSecretEntries, of(id))
  return prefetch(listProjectEnvironments, of(id))
}

/** The secrets that active environments name and the project does not have. */
const useMissing = (id: string, environments: readonly Environment[]): readonly string[] => {
  const entries = useLateReply(listProjectSecretEntries, of(id)).data?.entries
  if (!entries) return []
  const knownKeys = new Set(entries.map(({ key }) => key))
  const needed = environments.filter(({ isActive }) => isActive).flatMap(({ effect }) => effect.secrets)
  return [...new Set(needed)].filter((name) => !knownKeys.has(name))
}

export default function EnvironmentsPage() {
  const id = useParams().projectId!
  const { tabs, environments: words } = useProjectWords()
  const environments = useReply(listProjectEnvironments, of(id))
  const [isAdding, setAdding] = useState(() => hasTyped(typedEnvironment(id)))
  const missing = useMissing(id, environments)
  const active = environments.filter(({ isActive }) => isActive).length
  return (
    <ProjectFrame id={id}>
      <Head
        title={tabs.environments}
        text={
          missing.length > 0 ? words.missing(missing.length) : environments.length > 0 ? words.title(active) : undefined
        }
        actions={
          environments.length > 0 || isAdding ? (
            <Button aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
              {words.add}
            </Button>
          ) : undefined
        }
      />
      {missing.length > 0 ? (
        <p className="note wait">
          <span className="mono">{missing.join(', ')}</span>
        </p>
      ) : null}
      <div className="stack-16">
        {isAdding ? <EnvironmentForm projectId={id} onDone={() => setAdding(false)} /> : null}
        {environments.length === 0 && !isAdding ? (
          <div className="panel">
            <Empty title={words.none} text={words.noneText}>
              <Button variant="primary" onClick={() => setAdding(true)}>
                {words.add}
              </Button>
            </Empty>
          </div>
        ) : null}
        {environments.map((environment) => (
          <EnvironmentPanel key={environment.id} environment={environment} />
        ))}
      </div>
      <SecretsSection projectId={id} />
    </ProjectFrame>
  )
}

const EnvironmentPanel = ({ environment }: { readonly environment: Environment }) => {
  const words = useProjectWords().environments
  const { id, projectId, label, effect, isActive } = environment
  const [isEditing, setEditing] = useState(() => hasTyped(typedEnvironment(projectId, id)))
  const variables = Object.entries(effect.variables)
  if (isEditing) {
    return <EnvironmentForm projectId={projectId} environment={environment} onDone={() => setEditing(false)} />
  }
  return (
    <section className="panel">
      <div className="bar wrap">
        <h2 className="cut" dir="auto" title={label}>
          {label}
        </h2>
        <State glyph={isActive ? 'good' : 'stopped'} tone="plain">
          {isActive ? words.active : words.inactive}
        </State>
        <span className="grow" />
        <Actions environment={environment} onEdit={() => setEditing(true)} />
      </div>
      <dl className="kv pad">
        {variables.map(([name, value]) => (
          <Variable key={name} name={name} value={value} />
        ))}
        {effect.secrets.map((name) => (
          <Variable key={`secret ${name}`} name={name} value={words.secret} />
        ))}
        {variables.length + effect.secrets.length === 0 ? <dt>{words.nothingInIt}</dt> : null}
      </dl>
    </section>
  )
}

const shownChars = 300

const Variable = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <>
    <dt className="mono name">{name}</dt>
    <dd className="mono" dir="auto" title={value}>
      {value.length > shownChars ? `${value.slice(0, shownChars)}…` : value}
    </dd>
  </>
)

const Actions = ({ environment, onEdit }: { readonly environment: Environment; readonly onEdit: () => void }) => {
  const words = useProjectWords().environments
  const { id, projectId, label, isActive } = environment
  const change = useOperation(updateProjectEnvironment)
  const params = { projectId, id }
  return (
    <div className="line wrap">
      <Button
        size="small"
        aria-label={words.switchOf(label, isActive)}
        isPending={change.isPending}
        onClick={() => change.mutate({ params, body: { isActive: !isActive } })}
      >
        {isActive ? words.switchOff : words.switchOn}
      </Button>
      <Button size="small" aria-label={words.editOf(label)} onClick={onEdit}>
        {words.edit}
      </Button>
      <ConfirmButton
        variant="danger"
        size="small"
        aria-label={words.removeOf(label)}
        label={words.remove}
        operation={deleteProjectEnvironment}
        input={{ params }}
        title={words.removeAsk(label)}
      >
        {words.removeText}
      </ConfirmButton>
      <Refusal error={change.error} />
    </div>
  )
}
