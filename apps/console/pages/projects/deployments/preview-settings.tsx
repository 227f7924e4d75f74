import { getProject, updateProject } from '../../../../../domains/code/projects/contract.ts'
import { useOperation, useReply } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { SelectSetting, SwitchSetting } from '../../../parts/forms/switch.tsx'
import { useDraft } from '../../../parts/forms/use-draft.ts'
import { runtimeOf } from '../project-runtime.ts'
import { useDeploymentWords } from '../../../words/deployments/index.ts'

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
          chosen={choiceOf(cycles)}
          choices={(['deployed', 'always', 'never'] as const).map((name) => [name, words.cycleChoices[name]] as const)}
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

type CycleChoice = 'deployed' | 'always' | 'never'

const cycleChoices: Readonly<Record<CycleChoice, { readonly cycles?: boolean }>> = {
  deployed: {},
  always: { cycles: true },
  never: { cycles: false },
}

const choiceOf = (cycles: boolean | undefined): CycleChoice => {
  if (cycles === undefined) return 'deployed'
  return cycles ? 'always' : 'never'
}
