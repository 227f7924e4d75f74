import { useState } from 'react'
import { addGrowthSuppressions } from '../../../../domains/growth/suppression/contract.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Button } from '../../parts/button.tsx'
import { TextArea } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { Section } from '../../parts/section.tsx'
import { useDraft } from '../../parts/use-draft.ts'
import { useGrowthWords } from '../../words/growth/index.ts'
import { useRole } from '../../api/use-role.ts'

/** Adds addresses and domains, one in each line. */
export const AddSuppressionsSection = () => {
  const words = useGrowthWords()
  const { workspace } = useRole()
  const draft = useDraft(`suppressions.${workspace.id}`, { entries: '' })
  const [isChecked, setChecked] = useState(false)
  const [added, setAdded] = useState<string>()
  const add = useOperation(addGrowthSuppressions, {
    then: (reply) => {
      draft.clear()
      setChecked(false)
      setAdded(words.added(reply.added.length, reply.alreadyListed))
    },
  })
  const entries = draft.fields.entries
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const submit = () => {
    setChecked(true)
    setAdded(undefined)
    if (entries.length > 0) add.mutate({ body: { entries } })
  }
  return (
    <Section title={words.add} text={words.addText}>
      <Form className="panel pad stack" error={add.error} onSubmit={submit}>
        <TextArea
          name="entries"
          label={words.entries}
          hint={words.entriesHint}
          rows={3}
          value={draft.fields.entries}
          wrong={isChecked && entries.length === 0 ? words.missing : undefined}
          onChange={(event) => draft.set('entries', event.target.value)}
        />
        <Refusal error={add.error} />
        <div className="line wrap">
          <Button type="submit" variant="primary" isPending={add.isPending} pendingText={words.adding}>
            {words.addAct}
          </Button>
          <span className="quiet" role="status">
            {added}
          </span>
        </div>
      </Form>
    </Section>
  )
}
