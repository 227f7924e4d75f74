import { useState } from 'react'
import type { listProjects } from '../../../../domains/code/projects/contract.ts'
import { Button } from '../../parts/button.tsx'
import { TextArea } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { useDraft } from '../../parts/use-draft.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { useFirstWords } from '../../words/onboarding/index.ts'
import { sampleChange, sampleName } from '../projects/new/sample-project.ts'
import { canStart, usePropose } from '../projects/cycles/new/use-propose-cycle.ts'

interface ChangeStepProps {
  readonly project: Reply<typeof listProjects>[number]
  /** Whether the change is carried out by the offline model, which reads only blocks. */
  readonly isOffline: boolean
}

/** The first change, in a sentence; its first line becomes the title. */
export const ChangeStep = ({ project: { id, name }, isOffline }: ChangeStepProps) => {
  const words = useFirstWords()
  const draft = useDraft(`first.${id}`, { text: '' })
  const { text } = draft.fields
  const [isChecked, setChecked] = useState(false)
  const { mutate, error, isPending } = usePropose(id, () => draft.clear())
  const mayStart = canStart(!isOffline, text)
  const submit = () => {
    setChecked(true)
    const description = text.trim()
    if (description) mutate({ title: description.split('\n')[0]!.slice(0, 200), description, isDraft: false })
  }
  return (
    <Form className="stack-16" error={error} onSubmit={submit}>
      <TextArea
        name="description"
        label={words.label}
        hint={isOffline ? words.hintOffline : words.hint}
        value={text}
        rows={4}
        maxLength={10_000}
        wrong={isChecked && !text.trim() ? words.missing : undefined}
        onChange={({ target }) => draft.set('text', target.value)}
      />
      <Refusal error={error} />
      <div className="line wrap">
        <Button
          type="submit"
          variant="primary"
          disabled={!mayStart}
          isPending={isPending}
          pendingText={words.beginning}
        >
          {words.begin}
        </Button>
        {name === sampleName ? (
          <Button isPending={isPending} onClick={() => draft.set('text', sampleChange)}>
            {words.example}
          </Button>
        ) : null}
      </div>
    </Form>
  )
}
