import { updateProject, type getProject } from '../../../../../domains/code/projects/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { DraftField, SaveBar } from '../../../parts/draft-field.tsx'
import { Form } from '../../../parts/form.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { useDraft } from '../../../parts/use-draft.ts'
import { useProjectWords } from '../../../words/project/index.ts'

export type Project = Reply<typeof getProject>['project']
type ProjectFields = Readonly<Record<'name' | 'stack' | 'instructionsMd', string>>

/** The project's name, its stack, and the instructions for its agents. */
export const AboutForm = ({ project }: { readonly project: Project }) => {
  const words = useProjectWords().settings
  const { id, name, stack, instructionsMd } = project
  const draft = useDraft<ProjectFields>(`project.${id}`, {
    name,
    stack: stack ?? '',
    instructionsMd: instructionsMd ?? '',
  })
  const save = useOperation(updateProject, { then: draft.clear })
  const isMissing = draft.fields.name.trim() === ''
  const submit = () => {
    if (!draft.isChanged || isMissing || draft.conflicts.length > 0) return
    const { name: called, stack: made, ...told } = draft.mine
    // A stack can change, but not be removed.
    const texts = { ...(called && { name: called.trim() }), ...(made?.trim() && { stack: made.trim() }) }
    save.mutate({ params: { id }, body: { ...told, ...texts } })
  }
  return (
    <Form className="panel pad stack-16" error={save.error} onSubmit={submit}>
      <DraftField
        draft={draft}
        field="name"
        label={words.name}
        maxLength={100}
        wrong={isMissing ? words.nameMissing : undefined}
      />
      <DraftField draft={draft} field="stack" label={words.stack} hint={words.stackHint} maxLength={200} />
      <DraftField
        draft={draft}
        field="instructionsMd"
        isLong
        label={words.instructions}
        hint={words.instructionsHint}
      />
      <Refusal error={save.error} />
      <SaveBar draft={draft} isPending={save.isPending} isSaved={save.isSuccess} label={words.save} />
    </Form>
  )
}
