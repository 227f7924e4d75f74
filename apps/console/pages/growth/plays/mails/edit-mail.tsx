import { approveGrowthMessage } from '../../../../../../domains/growth/messages/contract.ts'
import { Button } from '../../../../parts/button.tsx'
import { DraftField } from '../../../../parts/draft-field.tsx'
import { Form } from '../../../../parts/form.tsx'
import { useForm } from '../../../../parts/use-form.ts'
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
  const form = useForm(approveGrowthMessage, {
    name: `growth-mail.${mail.id}`,
    input: { params: { messageId: mail.id } },
    saved: { subject: mail.subject, body: mail.body },
    // The mail before it has the subject if this mail has none.
    check: ({ subject, body }) => ({
      subject: subject.trim() === '' && mail.subject !== '' ? words.missing : undefined,
      body: body.trim() === '' ? words.missing : undefined,
    }),
    body: (_, { subject, body }) => ({
      ...(subject !== undefined && { subject: subject.trim() }),
      ...(body !== undefined && { body }),
    }),
    then: onDecided,
  })
  const close = () => {
    form.clear()
    onCancel()
  }
  return (
    <Form className="stack" error={form.error} onSubmit={form.submit}>
      <DraftField
        draft={form}
        field="subject"
        label={words.subject}
        {...(mail.subject === '' && { hint: words.asAnswer })}
      />
      <DraftField draft={form} field="body" label={words.body} hint={words.editMeans} isLong rows={10} />
      <PlayRefusal error={form.error} />
      <div className="line wrap">
        <Button type="submit" variant="primary" isPending={form.isPending} pendingText={words.approving}>
          {words.approveEdited}
        </Button>
        <Button onClick={close}>{cancel}</Button>
      </div>
    </Form>
  )
}
