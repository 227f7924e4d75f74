import { useState } from 'react'
import { TextLink } from '../../../../parts/text/text-link.tsx'
import { approveGrowthMessage, discardGrowthMessage } from '../../../../../../domains/growth/messages/contract.ts'
import { testGrowthPlay } from '../../../../../../domains/growth/sending/contract.ts'
import { useOperation } from '../../../../api/use-operation.ts'
import { Button } from '../../../../parts/forms/button.tsx'
import { useDecisionKeys } from '../../../../parts/request-decision/use-decision-keys.ts'
import { useKeptFocus } from '../../../../parts/use-kept-focus.ts'
import { paths } from '../../../../paths.ts'
import { useGrowthMailWords } from '../../../../words/growth-mails/index.ts'
import { useGrowthPlayWords } from '../../../../words/growth-plays/index.ts'
import { PlayRefusal } from '../play-refusal.tsx'
import { MailFailure } from './mail-line.tsx'
import { MailPreview } from './mail-preview.tsx'
import type { GrowthMail } from './marked-text.ts'
import { DraftField } from '../../../../parts/forms/draft-field.tsx'
import { Form } from '../../../../parts/forms/form.tsx'
import { FormFoot } from '../../../../parts/forms/form-foot.tsx'
import { useForm } from '../../../../parts/forms/use-form.ts'

interface DecideMailProps {
  readonly mail: GrowthMail
  /** Whether the thread of the lead is around it. */
  readonly isInThread?: boolean
  readonly onDecided: () => void
}

/** Approves a draft as it is or edited, or discards it. */
export const DecideMail = (props: DecideMailProps) => {
  const [isEdited, setEdited] = useState(false)
  return (
    <div ref={useKeptFocus<HTMLDivElement>()}>
      {isEdited ? (
        <EditMail {...props} onCancel={() => setEdited(false)} />
      ) : (
        <Decision {...props} onEdit={() => setEdited(true)} />
      )}
    </div>
  )
}

const Decision = ({
  mail,
  isInThread = false,
  onDecided,
  onEdit,
}: DecideMailProps & { readonly onEdit: () => void }) => {
  const words = useGrowthMailWords()
  const input = { params: { messageId: mail.id } }
  const approve = useOperation(approveGrowthMessage, { then: onDecided, readsAfterRefusal: true })
  const discard = useOperation(discardGrowthMessage, { then: onDecided, readsAfterRefusal: true })
  const isPending = approve.isPending || discard.isPending
  return (
    <div ref={useDecisionKeys<HTMLDivElement>(true)} className="stack">
      <MailFailure failure={mail.failure} />
      <MailPreview mail={mail} />
      <PlayRefusal error={approve.error ?? discard.error} />
      <div className="decide-lines">
        <div className="line wrap decide-acts">
          <Button
            variant="primary"
            aria-keyshortcuts="A"
            isPending={isPending}
            onClick={() => approve.mutate({ ...input, body: {} })}
          >
            {approve.isPending ? words.approving : words.approve}
          </Button>
          <Button disabled={isPending} onClick={onEdit}>
            {words.edit}
          </Button>
          <Button
            aria-keyshortcuts="D"
            title={words.discardMeans}
            isPending={isPending}
            onClick={() => discard.mutate(input)}
          >
            {words.discard}
          </Button>
        </div>
        <div className="line wrap">
          <TestMail mail={mail} />
          {isInThread ? null : (
            <TextLink to={paths.growthThread(mail.growthProjectId, mail.leadId)}>{words.thread}</TextLink>
          )}
        </div>
      </div>
    </div>
  )
}

const TestMail = ({ mail: { growthPlayId, leadId, step } }: { readonly mail: GrowthMail }) => {
  const words = useGrowthMailWords()
  const test = useOperation(testGrowthPlay)
  if (growthPlayId === null || step === null) return null
  return (
    <>
      <Button
        isPending={test.isPending}
        pendingText={words.testing}
        onClick={() => test.mutate({ params: { playId: growthPlayId }, body: { step, leadId } })}
      >
        {words.test}
      </Button>
      <span role="status">{test.data ? words.tested(test.data.to) : ''}</span>
      <PlayRefusal error={test.error} />
    </>
  )
}

interface EditMailProps {
  readonly mail: GrowthMail
  readonly onDecided: () => void
  readonly onCancel: () => void
}

/** Changes a draft and approves it. Typed values survive a reload. */
const EditMail = ({ mail, onDecided, onCancel }: EditMailProps) => {
  const words = useGrowthMailWords()
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
      <FormFoot
        of={form}
        verb={words.approveEdited}
        pendingText={words.approving}
        codes={useGrowthPlayWords().codes}
        onCancel={close}
      />
    </Form>
  )
}
