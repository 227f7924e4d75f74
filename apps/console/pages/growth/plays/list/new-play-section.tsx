import { useState } from 'react'
import { useNavigate } from 'react-router'
import { createGrowthPlay } from '../../../../../../domains/growth/plays/contract.ts'
import { useOperation } from '../../../../api/use-operation.ts'
import { Button } from '../../../../parts/button.tsx'
import { TextArea, TextField } from '../../../../parts/field.tsx'
import { Form } from '../../../../parts/form.tsx'
import { Section } from '../../../../parts/section.tsx'
import { useDraft } from '../../../../parts/use-draft.ts'
import { paths } from '../../../../paths.ts'
import { useGrowthPlayWords } from '../../../../words/growth-plays/index.ts'
import { PlayRefusal } from '../play-refusal.tsx'

/** Makes a play by hand. */
export const NewPlaySection = ({ projectId }: { readonly projectId: string }) => {
  const words = useGrowthPlayWords()
  const navigate = useNavigate()
  const draft = useDraft(`growth-play.${projectId}`, { name: '', audience: '' })
  const [isChecked, setChecked] = useState(false)
  const create = useOperation(createGrowthPlay, {
    then: ({ id }) => {
      draft.clear()
      return navigate(paths.growthPlay(id))
    },
  })
  const name = draft.fields.name.trim()
  const submit = () => {
    setChecked(true)
    if (name === '') return
    create.mutate({ params: { projectId }, body: { name, audience: draft.fields.audience.trim() } })
  }
  return (
    <Section title={words.create} text={words.createText}>
      <Form className="panel pad stack new-play" error={create.error} onSubmit={submit}>
        <TextField
          name="name"
          label={words.name}
          hint={words.nameHint}
          maxLength={200}
          dir="auto"
          wrong={isChecked && name === '' ? words.missingName : undefined}
          value={draft.fields.name}
          onChange={(event) => draft.set('name', event.target.value)}
        />
        <TextArea
          name="audience"
          label={words.audience}
          hint={words.audienceHint}
          rows={2}
          maxLength={2_000}
          value={draft.fields.audience}
          onChange={(event) => draft.set('audience', event.target.value)}
        />
        <PlayRefusal error={create.error} />
        <div className="line wrap">
          <Button type="submit" variant="primary" isPending={create.isPending}>
            {words.createAct}
          </Button>
        </div>
      </Form>
    </Section>
  )
}
