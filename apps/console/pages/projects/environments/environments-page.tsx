import { useState } from 'react'
import { useParams, type LoaderFunctionArgs } from 'react-router'
import { listProjectEnvironments } from '../../../../../domains/code/environments/contract.ts'
import { getProject } from '../../../../../domains/code/projects/contract.ts'
import { listProjectSecretEntries } from '../../../../../domains/code/secrets/contract.ts'
import { prefetch, useLateReply, useReply } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { EmptyPanel } from '../../../parts/feedback/empty.tsx'
import { Head } from '../../../parts/page.tsx'
import { hasTyped } from '../../../api/typed-values.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { SecretsSection } from '../secrets/secrets-section.tsx'
import { ProjectFrame } from '../project-frame.tsx'
import { type Environment, EnvironmentPanel, typedEnvironment, EnvironmentForm } from './environment-panel.tsx'

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
          <EmptyPanel title={words.none} text={words.noneText}>
            <Button variant="primary" onClick={() => setAdding(true)}>
              {words.add}
            </Button>
          </EmptyPanel>
        ) : null}
        {environments.map((environment) => (
          <EnvironmentPanel key={environment.id} environment={environment} />
        ))}
      </div>
      <SecretsSection projectId={id} />
    </ProjectFrame>
  )
}
