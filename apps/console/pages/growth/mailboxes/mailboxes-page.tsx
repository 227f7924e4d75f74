import {
  listGrowthMailboxes,
  checkGrowthMailboxDns,
  disconnectGrowthMailbox,
  updateGrowthMailbox,
} from '../../../../../domains/growth/mailboxes/contract.ts'
import { prefetch, useReply, useOperation, useLateReply } from '../../../api/use-operation.ts'
import { EmptyPanel } from '../../../parts/feedback/empty.tsx'
import { Head, useTitle } from '../../../parts/page.tsx'
import { Section } from '../../../parts/section.tsx'
import { useOpener } from '../../../parts/use-opener.tsx'
import { useMailboxWords } from '../../../words/growth-mailboxes/index.ts'
import { useRole } from '../../../api/use-role.ts'
import { GrowthFrame } from '../growth-frame.tsx'
import { ConnectSection } from './connect-section.tsx'
import { useState } from 'react'
import type { Reply } from '../../../../../platform/client/index.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { ConfirmButton } from '../../../parts/forms/confirm-button.tsx'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { joined } from '../../../parts/text/joined.tsx'

// Paused and failing mailboxes are here too, so that they can be resumed.
const listed = { query: { includeDisconnected: 'true' as const } }

export const loader = () => prefetch(listGrowthMailboxes, listed)

/** The mailboxes of outreach: their state, their limits, the records of their domains, and how one is connected. */
export default function MailboxesPage() {
  const words = useMailboxWords()
  const { isAdministrator } = useRole()
  const { mailboxes, providers } = useReply(listGrowthMailboxes, listed)
  useTitle(words.title)
  const shown = mailboxes.filter(({ status }) => status !== 'disconnected')
  const { isOpen, opener } = useOpener(words.connect, shown.length === 0)
  return (
    <GrowthFrame>
      <Head
        title={words.title}
        count={shown.length}
        text={isAdministrator ? (shown.length === 0 ? words.noneText : words.text) : words.readOnly}
        actions={isAdministrator && shown.length > 0 ? opener : undefined}
      />
      {isAdministrator && (shown.length === 0 || isOpen) ? <ConnectSection providers={providers} /> : null}
      {shown.length === 0 ? (
        isAdministrator ? null : (
          <EmptyPanel title={words.none} text={words.noneText} />
        )
      ) : (
        <Section title={words.list}>
          <div className="panel rows">
            {shown.map((mailbox) => (
              <MailboxRow key={mailbox.id} mailbox={mailbox} isAdministrator={isAdministrator} />
            ))}
          </div>
        </Section>
      )}
    </GrowthFrame>
  )
}

type Mailbox = Reply<typeof listGrowthMailboxes>['mailboxes'][number]

/** A mailbox with its state and its mails today. */
const MailboxRow = ({ mailbox, isAdministrator }: { readonly mailbox: Mailbox; readonly isAdministrator: boolean }) => {
  const words = useMailboxWords()
  const [isOpen, setOpen] = useState(false)
  const { id: mailboxId, address, status, failure, dailyLimit, today, warmUp, setAside } = mailbox
  const update = useOperation(updateGrowthMailbox)
  const isSending = status === 'connected'
  const facts = joined(
    words.statuses[status],
    words.today(today.sent, today.limit),
    words.limit(dailyLimit),
    warmUp.isWarmingUp && words.warmingUp,
  )
  return (
    <div className="row person">
      <div className="who">
        <b className="cut" dir="auto" title={address}>
          {address}
        </b>
        <span className="quiet">{facts}</span>
        {failure === null ? null : <span className="quiet">{failure}</span>}
        {setAside.reason === null ? null : (
          <span className="quiet">{words.setAside(setAside.mails, words.setAsideReasons[setAside.reason])}</span>
        )}
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{words.settings}</summary>
          {isOpen ? (
            <>
              {isAdministrator ? <LimitForm mailbox={mailbox} /> : null}
              <Records mailboxId={mailboxId} />
            </>
          ) : null}
        </details>
        <Refusal error={update.error} codes={words.codes} />
      </div>
      {isAdministrator ? (
        <div className="acts">
          <Button
            size="small"
            isPending={update.isPending}
            aria-label={`${isSending ? words.pause : words.resume}: ${address}`}
            onClick={() => update.mutate({ params: { mailboxId }, body: { paused: isSending } })}
          >
            {isSending ? words.pause : words.resume}
          </Button>
          <ConfirmButton
            size="small"
            aria-label={`${words.disconnect}: ${address}`}
            label={words.disconnect}
            operation={disconnectGrowthMailbox}
            input={{ params: { mailboxId } }}
            title={words.disconnectOf(address)}
            keep
          >
            <p>{words.disconnectMeans}</p>
          </ConfirmButton>
        </div>
      ) : null}
    </div>
  )
}

const LimitForm = ({ mailbox: { id: mailboxId, dailyLimit, dkimSelector } }: { readonly mailbox: Mailbox }) => {
  const words = useMailboxWords()
  const form = useForm(updateGrowthMailbox, {
    input: { params: { mailboxId } },
    saved: { dailyLimit: String(dailyLimit), dkimSelector: dkimSelector ?? '' },
    body: (typed) => ({ dailyLimit: Number(typed.dailyLimit), dkimSelector: typed.dkimSelector.trim() || null }),
  })
  return (
    <Form className="line wrap" error={form.error} onSubmit={form.submit}>
      <DraftField draft={form} field="dailyLimit" label={words.dailyLimit} inputMode="numeric" />
      <DraftField draft={form} field="dkimSelector" label={words.selector} hint={words.selectorHint} />
      <Button size="small" type="submit" isPending={form.isPending}>
        {words.save}
      </Button>
      <Refusal error={form.error} codes={words.codes} />
    </Form>
  )
}

/** The records of the domain, asked for when a person wants them. */
const Records = ({ mailboxId }: { readonly mailboxId: string }) => {
  const words = useMailboxWords()
  const { data, error } = useLateReply(checkGrowthMailboxDns, { params: { mailboxId } })
  return (
    <>
      <Refusal error={error} />
      <ul aria-label={words.check}>
        {data?.records.map(({ kind, state, toAdd }) => (
          <li key={kind}>
            <b>{kind.toUpperCase()}</b> {words.states[state]}
            {toAdd === null ? null : <div className="quiet">{words.toAdd(toAdd.type, toAdd.name, toAdd.value)}</div>}
          </li>
        ))}
      </ul>
    </>
  )
}
