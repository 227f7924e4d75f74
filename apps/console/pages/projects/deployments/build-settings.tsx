import { listProjectEnvironments } from '../../../../../domains/code/environments/contract.ts'
import { getProject, updateProject } from '../../../../../domains/code/projects/contract.ts'
import type { Input } from '../../../../../platform/client/index.ts'
import { useLateReply, useOperation, useReply } from '../../../api/use-operation.ts'
import { DraftField, SaveBar } from '../../../parts/forms/draft-field.tsx'
import { SelectField } from '../../../parts/forms/field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { useDraft, type DraftOf } from '../../../parts/forms/use-draft.ts'
import { useDeploymentWords } from '../../../words/deployments/index.ts'
import './deployments.css'

type Runtime = NonNullable<NonNullable<Input<typeof updateProject>['body']>['runtime']>

/** Failures lead here. */
export const buildSettingsId = 'how-it-is-built'

const texts = ['build', 'output', 'start', 'healthPath'] as const
const environments = ['environmentId', 'productionEnvironmentId'] as const
type Field = (typeof texts)[number] | (typeof environments)[number]
type Fields = Record<Field, string>

/** How deployments are built, started and checked, and which environments they get. */
export const BuildSettings = ({ projectId }: { readonly projectId: string }) => {
  const words = useDeploymentWords().build
  const { project } = useReply(getProject, { params: { id: projectId } })
  const runtime = (project.runtime ?? {}) as Runtime
  const saved = runtime.previews ?? {}
  const draft = useDraft<Fields>(`build.${projectId}`, {
    build: saved.build ?? '',
    output: saved.output ?? '',
    start: saved.start ?? '',
    healthPath: saved.healthPath ?? '',
    environmentId: saved.environmentId ?? '',
    productionEnvironmentId: saved.productionEnvironmentId ?? '',
  })
  const save = useOperation(updateProject, { then: draft.clear })
  const isDisabled = project.archivedAt !== null
  const submit = () => {
    const {
      build: _b,
      output: _o,
      start: _s,
      healthPath: _h,
      environmentId: _e,
      productionEnvironmentId: _p,
      ...others
    } = saved
    const filled = Object.fromEntries(Object.entries(draft.fields).filter(([, value]) => value.trim() !== ''))
    save.mutate({ params: { id: projectId }, body: { runtime: { ...runtime, previews: { ...others, ...filled } } } })
  }
  return (
    <Section title={words.title} text={words.text}>
      <div id={buildSettingsId} className="panel">
        <Form className="pad stack build-form" error={save.error} onSubmit={submit}>
          {texts.map((field) => (
            <DraftField
              key={field}
              draft={draft}
              field={field}
              name={`runtime.previews.${field}`}
              label={words.fields[field]}
              hint={words.hints[field]}
              placeholder={words.examples[field]}
              spellCheck={false}
              dir="ltr"
              isDisabled={isDisabled}
            />
          ))}
          <EnvironmentFields projectId={projectId} draft={draft} isDisabled={isDisabled} />
          <Refusal error={save.error} />
          <SaveBar draft={draft} isPending={save.isPending} isSaved={save.isSuccess} />
        </Form>
      </div>
    </Section>
  )
}

interface EnvironmentFieldsProps {
  readonly projectId: string
  readonly draft: DraftOf<Fields>
  readonly isDisabled: boolean
}

const EnvironmentFields = ({ projectId, draft, isDisabled }: EnvironmentFieldsProps) => {
  const words = useDeploymentWords().build
  const { data = [] } = useLateReply(listProjectEnvironments, { params: { projectId } })
  return environments.map((field) => (
    <SelectField
      key={field}
      label={words.fields[field]}
      hint={words.hints[field]}
      value={draft.fields[field]}
      disabled={isDisabled}
      onChange={({ target }) => draft.set(field, target.value)}
    >
      <option value="">{words.noEnvironment}</option>
      {data.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </SelectField>
  ))
}
