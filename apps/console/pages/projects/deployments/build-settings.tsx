import { listProjectEnvironments } from '../../../../../domains/code/environments/contract.ts'
import { getProject, updateProject } from '../../../../../domains/code/projects/contract.ts'
import { useLateReply, useOperation, useReply } from '../../../api/use-operation.ts'
import { DraftField, SaveBar } from '../../../parts/forms/draft-field.tsx'
import { SelectField } from '../../../parts/forms/field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { useDraft, type DraftOf } from '../../../parts/forms/use-draft.ts'
import { useDeploymentWords } from '../../../words/deployments/index.ts'
import { runtimeOf } from '../project-runtime.ts'
import './deployments.css'

/** The anchor to which failed deployments link. */
export const buildSettingsId = 'how-it-is-built'

const texts = ['build', 'output', 'start', 'healthPath'] as const
const environments = ['environmentId', 'productionEnvironmentId'] as const
const names = [...texts, ...environments] as const
type Fields = Record<(typeof names)[number], string>

/** The settings that build, start and check deployments, and their environments. */
export const BuildSettings = ({ projectId }: { readonly projectId: string }) => {
  const words = useDeploymentWords().build
  const { project } = useReply(getProject, { params: { id: projectId } })
  const runtime = runtimeOf(project)
  const saved = runtime.previews ?? {}
  const savedFields = Object.fromEntries(names.map((name) => [name, saved[name] ?? ''])) as Fields
  const draft = useDraft(`build.${projectId}`, savedFields)
  const save = useOperation(updateProject, { then: draft.clear })
  const isDisabled = project.archivedAt !== null
  const submit = () => {
    // An empty field is not sent, so that the setting returns to its default.
    const others = Object.fromEntries(Object.entries(saved).filter(([name]) => !(name in savedFields)))
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
