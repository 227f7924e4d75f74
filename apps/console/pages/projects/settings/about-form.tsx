import { updateProject, type getProject } from '../../../../../domains/code/projects/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { DraftField, SaveForm } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { useProjectWords } from '../../../words/project/index.ts'

export type Project = Reply<typeof getProject>['project']
type ProjectFields = Readonly<Record<'name' | 'stack' | 'instructionsMd', string>>

/** The project's name, its stack, and the instructions for its agents. */
export const AboutForm = ({ project }: { readonly project: Project }) => {
  const words = useProjectWords().settings
  const { id, name, stack, instructionsMd } = project
  const draft = useForm<typeof updateProject, ProjectFields>(updateProject, {
    name: `project.${id}`,
    input: { params: { id } },
    saved: { name, stack: stack ?? '', instructionsMd: instructionsMd ?? '' },
    isChange: true,
    missing: words.nameMissing,
    // A stack can change, but not be removed: an empty field is not sent.
    check: () => ({ stack: undefined }),
    body: (_fields, { name: newName, stack: newStack, ...changed }) => ({
      ...changed,
      ...(newName && { name: newName.trim() }),
      ...(newStack?.trim() && { stack: newStack.trim() }),
    }),
  })
  return (
    <Form className="panel pad stack-16" error={draft.error} onSubmit={draft.submit}>
      <DraftField draft={draft} field="name" label={words.name} />
      <DraftField draft={draft} field="stack" label={words.stack} hint={words.stackHint} />
      <DraftField
        draft={draft}
        field="instructionsMd"
        isLong
        label={words.instructions}
        hint={words.instructionsHint}
      />
      <SaveForm form={draft} />
    </Form>
  )
}
