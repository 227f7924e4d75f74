import { useNavigate } from 'react-router'
import { createGrowthProject } from '../../../../../domains/growth/research/contract.ts'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { Section } from '../../../parts/section.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { paths } from '../../../paths.ts'
import { useGrowthProjectWords } from '../../../words/growth-projects/index.ts'
import { useRole } from '../../../api/use-role.ts'

/** Begins a growth project with the website of the company. */
export const NewGrowthProjectSection = () => {
  const words = useGrowthProjectWords()
  const navigate = useNavigate()
  const { workspace } = useRole()
  const form = useForm(createGrowthProject, {
    name: `growth-project.${workspace.id}`,
    saved: { websiteUrl: '', notes: '' },
    then: ({ id }) => navigate(paths.growthProject(id)),
  })
  return (
    <Section title={words.create} text={words.createText}>
      <Form className="panel pad stack" error={form.error} onSubmit={form.submit}>
        <DraftField draft={form} field="websiteUrl" label={words.website} hint={words.websiteHint} type="url" />
        <DraftField draft={form} field="notes" label={words.notes} hint={words.notesHint} isLong rows={3} />
        <FormFoot of={form} verb={words.createAct} />
      </Form>
    </Section>
  )
}
