import { useNavigate } from 'react-router'
import { createGrowthProject } from '../../../../../domains/growth/research/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { TextArea, TextField } from '../../../parts/forms/field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { Section } from '../../../parts/section.tsx'
import { useDraft } from '../../../parts/forms/use-draft.ts'
import { paths } from '../../../paths.ts'
import { useGrowthProjectWords } from '../../../words/growth-projects/index.ts'
import { useRole } from '../../../api/use-role.ts'

/** Begins a growth project with the website of the company. */
export const NewGrowthProjectSection = () => {
  const words = useGrowthProjectWords()
  const navigate = useNavigate()
  const { workspace } = useRole()
  const draft = useDraft(`growth-project.${workspace.id}`, { websiteUrl: '', notes: '' })
  const create = useOperation(createGrowthProject, {
    then: ({ id }) => {
      draft.clear()
      return navigate(paths.growthProject(id))
    },
  })
  const { websiteUrl, notes } = draft.fields
  const submit = () => create.mutate({ body: { websiteUrl: websiteUrl.trim(), notes: notes.trim() || null } })
  return (
    <Section title={words.create} text={words.createText}>
      <Form className="panel pad stack" error={create.error} onSubmit={submit}>
        <TextField
          name="websiteUrl"
          type="url"
          label={words.website}
          hint={words.websiteHint}
          value={websiteUrl}
          onChange={(event) => draft.set('websiteUrl', event.target.value)}
        />
        <TextArea
          name="notes"
          label={words.notes}
          hint={words.notesHint}
          rows={3}
          value={notes}
          onChange={(event) => draft.set('notes', event.target.value)}
        />
        <FormFoot of={create} verb={words.createAct} />
      </Form>
    </Section>
  )
}
