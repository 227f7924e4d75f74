import { getProject, updateProject } from '../../../../../domains/code/projects/contract.ts'
import type { Input } from '../../../../../platform/client/index.ts'
import { useOperation, useReply } from '../../../api/use-operation.ts'
import { Refusal } from '../../../parts/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { SwitchSetting } from '../../../parts/switch.tsx'
import { useDeploymentWords } from '../../../words/deployments/index.ts'

type Runtime = NonNullable<NonNullable<Input<typeof updateProject>['body']>['runtime']>

/** What the project allows visitors of its deployments. */
export const PreviewSettings = ({ projectId }: { readonly projectId: string }) => {
  const words = useDeploymentWords().settings
  const { project } = useReply(getProject, { params: { id: projectId } })
  const save = useOperation(updateProject)
  const runtime = (project.runtime ?? {}) as Runtime
  const set = (changed: NonNullable<Runtime['previews']>) =>
    save.mutate({
      params: { id: projectId },
      body: { runtime: { ...runtime, previews: { ...runtime.previews, ...changed } } },
    })
  return (
    <Section title={words.title}>
      <div className="panel pad stack-16">
        <SwitchSetting
          label={words.shareLinks}
          hint={words.shareLinksText}
          isOn={runtime.previews?.shareLinks === true}
          isDisabled={save.isPending || project.archivedAt !== null}
          onChange={(shareLinks) => set({ shareLinks })}
        />
        <Refusal error={save.error} />
      </div>
    </Section>
  )
}
