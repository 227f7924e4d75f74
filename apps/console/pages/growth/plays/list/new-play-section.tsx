import { useNavigate } from 'react-router'
import { createGrowthPlay } from '../../../../../../domains/growth/plays/contract.ts'
import { Button } from '../../../../parts/button.tsx'
import { DraftField } from '../../../../parts/draft-field.tsx'
import { Form } from '../../../../parts/form.tsx'
import { Section } from '../../../../parts/section.tsx'
import { useForm } from '../../../../parts/use-form.ts'
import { paths } from '../../../../paths.ts'
import { useGrowthPlayWords } from '../../../../words/growth-plays/index.ts'
import { PlayRefusal } from '../play-refusal.tsx'

/** Makes a play by hand. */
export const NewPlaySection = ({ projectId }: { readonly projectId: string }) => {
  const words = useGrowthPlayWords()
  const navigate = useNavigate()
  const form = useForm(createGrowthPlay, {
    name: `growth-play.${projectId}`,
    input: { params: { projectId } },
    saved: { name: '', audience: '' },
    missing: words.missingName,
    then: ({ id }) => navigate(paths.growthPlay(id)),
  })
  return (
    <Section title={words.create} text={words.createText}>
      <Form className="panel pad stack new-play" error={form.error} onSubmit={form.submit}>
        <DraftField draft={form} field="name" label={words.name} hint={words.nameHint} />
        <DraftField draft={form} field="audience" label={words.audience} hint={words.audienceHint} isLong rows={2} />
        <PlayRefusal error={form.error} />
        <div className="line wrap">
          <Button type="submit" variant="primary" isPending={form.isPending}>
            {words.createAct}
          </Button>
        </div>
      </Form>
    </Section>
  )
}
