import { useState, type SyntheticEvent } from 'react'
import { getProject, listProjects, updateProject } from '../../../../../domains/code/projects/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { TextArea, TextField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { useProjectWords } from '../../../words/project/use-words.ts'

export type Project = Reply<typeof getProject>['project']

/** What the project is called, what it is made with, and what agents are told of it. */
export const AboutForm = ({ project }: { readonly project: Project }) => {
  const words = useProjectWords().settings
  const [name, setName] = useState(project.name)
  const [stack, setStack] = useState(project.stack ?? '')
  const [instructions, setInstructions] = useState(project.instructionsMd ?? '')
  const save = useOperation(updateProject, { refreshes: [getProject, listProjects] })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!name.trim()) return
    const told = stack.trim() === '' ? {} : { stack: stack.trim() }
    save.mutate({ params: { id: project.id }, body: { name: name.trim(), instructionsMd: instructions, ...told } })
  }
  return (
    <Form className="panel pad stack-16" error={save.error} onSubmit={submit}>
      <TextField
        {...{ name: 'name', label: words.name, value: name, maxLength: 100, dir: 'auto' }}
        wrong={name.trim() ? undefined : words.nameMissing}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        {...{ name: 'stack', label: words.stack, hint: words.stackHint, value: stack, maxLength: 200, dir: 'auto' }}
        onChange={(event) => setStack(event.target.value)}
      />
      <TextArea
        {...{ name: 'instructionsMd', label: words.instructions, hint: words.instructionsHint, value: instructions }}
        onChange={(event) => setInstructions(event.target.value)}
      />
      <Refusal error={save.error} />
      <div className="line">
        <button type="submit" className="btn primary" disabled={save.isPending || !name.trim()}>
          {words.save}
        </button>
      </div>
    </Form>
  )
}
