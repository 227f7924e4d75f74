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
import { Button } from '../../../parts/forms/button.tsx'
import { SelectSetting, SwitchSetting } from '../../../parts/forms/switch.tsx'
import { getProductionDomain, setProductionCustomDomain } from '../../../../../domains/code/deployments/contract.ts'
import { CopyButton } from '../../../parts/text/copy-button.tsx'
import { State } from '../../../parts/feedback/state.tsx'
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

/** The cycles that get a preview, and what its visitors may use. */
export const PreviewSettings = ({ projectId }: { readonly projectId: string }) => {
  const words = useDeploymentWords().settings
  const { project } = useReply(getProject, { params: { id: projectId } })
  const save = useOperation(updateProject)
  const runtime = runtimeOf(project)
  const set = (previews: NonNullable<typeof runtime.previews>) =>
    save.mutate({ params: { id: projectId }, body: { runtime: { ...runtime, previews } } })
  const { cycles, ...others } = runtime.previews ?? {}
  const isDisabled = save.isPending || project.archivedAt !== null
  return (
    <Section title={words.title}>
      <div className="panel rows">
        <SelectSetting
          label={words.cycles}
          hint={words.cyclesText}
          chosen={cycles === undefined ? 'deployed' : cycles ? 'always' : 'never'}
          choices={cycleChoiceNames.map((name) => [name, words.cycleChoices[name]] as const)}
          isDisabled={isDisabled}
          onChoose={(name) => set({ ...others, ...cycleChoices[name] })}
        />
        <SwitchSetting
          label={words.toolbar}
          hint={words.toolbarText}
          isOn={runtime.previews?.toolbar !== false}
          isDisabled={isDisabled}
          onChange={(toolbar) => set({ ...runtime.previews, toolbar })}
        />
        <SwitchSetting
          label={words.shareLinks}
          hint={words.shareLinksText}
          isOn={runtime.previews?.shareLinks === true}
          isDisabled={isDisabled}
          onChange={(shareLinks) => set({ ...runtime.previews, shareLinks })}
        />
        <Refusal error={save.error} />
        <PicturePaths projectId={projectId} isDisabled={isDisabled} />
      </div>
    </Section>
  )
}

/** The paths of the pages that deployments take pictures of. */
const PicturePaths = ({ projectId, isDisabled }: { readonly projectId: string; readonly isDisabled: boolean }) => {
  const words = useDeploymentWords().settings
  const { project } = useReply(getProject, { params: { id: projectId } })
  const runtime = runtimeOf(project)
  const { picturePaths, ...others } = runtime.previews ?? {}
  const draft = useDraft(`pictures.${projectId}`, { picturePaths: picturePaths?.join(' ') ?? '' })
  const save = useOperation(updateProject, { then: () => draft.clear() })
  const submit = () => {
    const paths = draft.fields.picturePaths.split(/\s+/).filter((path) => path !== '')
    const previews = paths.length > 0 ? { ...others, picturePaths: paths } : others
    save.mutate({ params: { id: projectId }, body: { runtime: { ...runtime, previews } } })
  }
  return (
    <Form className="pad stack-8" error={save.error} onSubmit={submit}>
      <DraftField
        draft={draft}
        field="picturePaths"
        name="runtime.previews.picturePaths"
        label={words.picturePaths}
        hint={words.picturePathsText}
        placeholder="/ /pricing"
        spellCheck={false}
        dir="ltr"
      />
      <div className="line">
        <Button type="submit" size="small" disabled={isDisabled} isPending={save.isPending}>
          {words.savePictures}
        </Button>
      </div>
      <Refusal error={save.error} />
    </Form>
  )
}

const cycleChoices = { deployed: {}, always: { cycles: true }, never: { cycles: false } } as const
const cycleChoiceNames = ['deployed', 'always', 'never'] as const

/** The domain of production, and the DNS records that it needs. */
export const DomainForm = ({ projectId }: { readonly projectId: string }) => {
  const words = useDeploymentWords().domain
  const saved = useReply(getProductionDomain, { params: { projectId } })
  const draft = useDraft(`domain.${projectId}`, { domain: saved.domain ?? '' })
  const save = useOperation(setProductionCustomDomain, { then: () => draft.clear() })
  const look = saved.status === 'connected' ? 'good' : 'wait'
  const submit = () => {
    const domain = draft.fields.domain.trim()
    save.mutate({ body: { projectId, domain: domain === '' ? null : domain } })
  }
  return (
    <Section title={words.title} text={words.text}>
      <Form className="panel pad stack-16" error={save.error} onSubmit={submit}>
        <DraftField draft={draft} field="domain" label={words.label} maxLength={253} spellCheck={false} dir="ltr" />
        <div className="line wrap">
          <Button type="submit" isPending={save.isPending}>
            {words.save}
          </Button>
          {saved.status ? (
            <State glyph={look} tone={look}>
              {words[saved.status]}
            </State>
          ) : null}
        </div>
        <Refusal error={save.error} />
        {saved.records.length > 0 ? (
          <div className="stack-8">
            <p className="quiet">{words.records}</p>
            <ul className="domain-records">
              {saved.records.map(({ type, name, value }) => (
                <li key={type} className="line wrap">
                  <span className="mono">{type}</span>
                  <span className="mono name">{name}</span>
                  <span className="mono name">{value}</span>
                  <CopyButton text={value} label={words.copy(name)} />
                </li>
              ))}
            </ul>
          </div>
        ) : null}
      </Form>
    </Section>
  )
}
