import { useState } from 'react'
import { approveGrowthMessage } from '../../../../../../domains/growth/messages/contract.ts'
import { bodyMostChars } from '../../../../../../domains/growth/messages/rules.ts'
import { subjectMostChars } from '../../../../../../domains/growth/plays/rules.ts'
import { useOperation } from '../../../../api/use-operation.ts'
import { Button } from '../../../../parts/button.tsx'
import { TextArea, TextField } from '../../../../parts/field.tsx'
import { Form } from '../../../../parts/form.tsx'
import { useDraft } from '../../../../parts/use-draft.ts'
import { useGrowthMailWords } from '../../../../words/growth-mails/index.ts'
import { useWords } from '../../../../words/shell/index.ts'
import { PlayRefusal } from '../play-refusal.tsx'
import type { GrowthMail } from './marked-text.ts'

interface EditMailProps {
  readonly mail: GrowthMail
  readonly onDecided: () => void
  readonly onCancel: () => void
}

/** Changes a draft and approves it. Typed values survive a reload. */
export const EditMail = ({ mail, onDecided, onCancel }: EditMailProps) => {
  const words = useGrowthMailWords()
  const { cancel } = useWords()
  const draft = useDraft(`growth-mail.${mail.id}`, { subject: mail.subject, body: mail.body })
  const { subject, body } = draft.fields
  const [isChecked, setChecked] = useState(false)
  const approve = useOperation(approveGrowthMessage, {
    then: () => {
      draft.clear()
      onDecided()
    },
  })
  // The mail before it has the subject where this one has none.
  const lacksSubject = subject.trim() === '' && mail.subject !== ''
  const submit = () => {
    setChecked(true)
    if (lacksSubject || body.trim() === '') return
    const changed = {
      ...(subject !== mail.subject && { subject: subject.trim() }),
      ...(body !== mail.body && { body }),
    }
    approve.mutate({ params: { messageId: mail.id }, body: changed })
  }
  const close = () => {
    draft.clear()
    onCancel()
  }
  return (
    <Form className="stack" error={approve.error} onSubmit={submit}>
      <TextField
        name="subject"
        label={words.subject}
        maxLength={subjectMostChars}
        dir="auto"
        {...(mail.subject === '' && { hint: words.asAnswer })}
        wrong={isChecked && lacksSubject ? words.missing : undefined}
        value={subject}
        onChange={(event) => draft.set('subject', event.target.value)}
      />
      <TextArea
        name="body"
        label={words.body}
        hint={words.editMeans}
        rows={10}
        maxLength={bodyMostChars}
        wrong={isChecked && body.trim() === '' ? words.missing : undefined}
        value={body}
        onChange={(event) => draft.set('body', event.target.value)}
      />
      <PlayRefusal error={approve.error} />
      <div className="line wrap">
        <Button type="submit" variant="primary" isPending={approve.isPending} pendingText={words.approving}>
          {words.approveEdited}
        </Button>
        <Button onClick={close}>{cancel}</Button>
      </div>
    </Form>
  )
}
