import { useState } from 'react'
import { TextLink } from '../../../../parts/text/text-link.tsx'
import {
  approveGrowthMessage,
  discardGrowthMessage,
  listGrowthMessages,
  resolveGrowthMessage,
} from '../../../../../../domains/growth/messages/contract.ts'
import { testGrowthPlay } from '../../../../../../domains/growth/sending/contract.ts'
import { useOperation } from '../../../../api/use-operation.ts'
import { Button, LinkButton } from '../../../../parts/forms/button.tsx'
import { useDecisionKeys } from '../../../../parts/request-decision/use-decision-keys.ts'
import { useKeptFocus } from '../../../../parts/use-kept-focus.ts'
import { paths } from '../../../../paths.ts'
import { useGrowthMailWords } from '../../../../words/growth-mails/index.ts'
import { useGrowthPlayWords } from '../../../../words/growth-plays/index.ts'
import { PlayRefusal, mailsOf, type Play } from '../play.tsx'
import { MailFailure, MailLine, MailList } from './mail-list.tsx'
import { MailPreview } from './mail-preview.tsx'
import type { GrowthMail } from './marked-text.ts'
import { DraftField } from '../../../../parts/forms/draft-field.tsx'
import { Form } from '../../../../parts/forms/form.tsx'
import { FormFoot } from '../../../../parts/forms/form-foot.tsx'
import { useForm } from '../../../../parts/forms/use-form.ts'
import { usePages } from '../../../../api/use-pages.ts'
import { EmptyPanel } from '../../../../parts/feedback/empty.tsx'
import { useGrowthResultWords } from '../../../../words/growth-results/index.ts'
import { PartialRows } from '../../../../parts/list/partial-rows.tsx'
import { Section } from '../../../../parts/section.tsx'
import '../../../../parts/list/waiting-row.css'

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

/** Changes a draft and approves it. Typed values survive a reload. */
const EditMail = ({ mail, onDecided, onCancel }: DecideMailProps & { readonly onCancel: () => void }) => {
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

interface OtherMailsProps {
  readonly play: Play
  readonly status: 'approved' | 'sent' | 'refused'
}

/** Mails that need no decision: approved ones can still be discarded. */
export const OtherMails = ({ play, status }: OtherMailsProps) => {
  const words = useGrowthMailWords()
  const { openPlay } = useGrowthResultWords()
  const { rows, ...rest } = usePages(listGrowthMessages, mailsOf(play, status))
  return rows.length === 0 ? (
    <EmptyPanel title={words.noneOf[status]} text={words.noneOfText[status]}>
      {status === 'sent' && play.status !== 'active' ? (
        <LinkButton to={paths.growthPlay(play.id)}>{openPlay}</LinkButton>
      ) : null}
    </EmptyPanel>
  ) : (
    <section aria-label={words.filters[status]}>
      <h2 className="sr">{words.filters[status]}</h2>
      <MailList mails={rows} rest={rest} isHeld={play.status !== 'active'}>
        {(mail) => <OtherMail key={mail.id} mail={mail} />}
      </MailList>
    </section>
  )
}

const OtherMail = ({ mail }: { readonly mail: GrowthMail }) => {
  const words = useGrowthMailWords()
  const discard = useOperation(discardGrowthMessage)
  return (
    <div className="stack">
      <MailFailure failure={mail.failure} />
      <MailPreview mail={mail} />
      <PlayRefusal error={discard.error} />
      <div className="line wrap">
        {mail.status === 'approved' ? (
          <Button
            title={words.discardMeans}
            isPending={discard.isPending}
            onClick={() => discard.mutate({ params: { messageId: mail.id } })}
          >
            {words.discard}
          </Button>
        ) : null}
        {mail.status === 'refused' && mail.growthPlayId !== null ? (
          <LinkButton to={paths.growthPlayLeads(mail.growthPlayId)}>{words.openLeads}</LinkButton>
        ) : null}
        <TextLink to={paths.growthThread(mail.growthProjectId, mail.leadId)}>{words.thread}</TextLink>
      </div>
    </div>
  )
}

/** Mails that may have gone out: a person records whether they did. */
export const UnknownMails = ({ play }: { readonly play: Play }) => {
  const words = useGrowthMailWords()
  const { rows, ...rest } = usePages(listGrowthMessages, mailsOf(play, 'unknown'))
  if (rows.length === 0) return null
  return (
    <Section title={words.unknown} text={`${words.unknownText} ${words.notDeliveredMeans}`}>
      <div className="panel rows">
        <PartialRows rows={rows} rest={rest}>
          {(mail) => <UnknownMail key={mail.id} mail={mail} />}
        </PartialRows>
      </div>
    </Section>
  )
}

const UnknownMail = ({ mail }: { readonly mail: GrowthMail }) => {
  const words = useGrowthMailWords()
  const resolve = useOperation(resolveGrowthMessage)
  const recipient = words.to(mail.leadName, mail.leadAddress)
  return (
    <article className="waiting-row">
      <MailLine mail={mail} />
      <div className="inside">
        <MailFailure failure={mail.failure} />
        <PlayRefusal error={resolve.error} />
        <div className="line wrap">
          {(['delivered', 'notDelivered'] as const).map((answer) => (
            <Button
              key={answer}
              size="small"
              aria-label={`${words[answer]}: ${recipient}`}
              isPending={resolve.isPending}
              onClick={() =>
                resolve.mutate({ params: { messageId: mail.id }, body: { delivered: answer === 'delivered' } })
              }
            >
              {words[answer]}
            </Button>
          ))}
        </div>
      </div>
    </article>
  )
}
