import { useState } from 'react'
import {
  checkGrowthMailboxDns,
  disconnectGrowthMailbox,
  updateGrowthMailbox,
  type listGrowthMailboxes,
} from '../../../../../domains/growth/mailboxes/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation, useLateReply } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/button.tsx'
import { ConfirmButton } from '../../../parts/confirm-button.tsx'
import { TextField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { useMailboxWords } from '../../../words/growth-mailboxes/index.ts'

type Mailbox = Reply<typeof listGrowthMailboxes>['mailboxes'][number]

interface MailboxRowProps {
  readonly mailbox: Mailbox
  readonly isAdministrator: boolean
}

/** A mailbox with its state and its mails today. */
export const MailboxRow = ({ mailbox, isAdministrator }: MailboxRowProps) => {
  const words = useMailboxWords()
  const [isOpen, setOpen] = useState(false)
  const { id: mailboxId, address, status, failure, dailyLimit, today, warmUp, setAside } = mailbox
  const update = useOperation(updateGrowthMailbox)
  const isSending = status === 'connected'
  const facts = [
    words.statuses[status],
    words.today(today.sent, today.limit),
    words.limit(dailyLimit),
    ...(warmUp.isWarmingUp ? [words.warmingUp] : []),
  ]
  return (
    <div className="row person">
      <div className="who">
        <b className="cut" dir="auto" title={address}>
          {address}
        </b>
        <span className="quiet">{facts.join(' · ')}</span>
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
            keep={words.keep}
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
  const [limit, setLimit] = useState(String(dailyLimit))
  const [selector, setSelector] = useState(dkimSelector ?? '')
  const save = useOperation(updateGrowthMailbox)
  const submit = () => {
    save.mutate({ params: { mailboxId }, body: { dailyLimit: Number(limit), dkimSelector: selector.trim() || null } })
  }
  return (
    <Form className="line wrap" error={save.error} onSubmit={submit}>
      <TextField
        name="dailyLimit"
        label={words.dailyLimit}
        inputMode="numeric"
        value={limit}
        onChange={(event) => setLimit(event.target.value)}
      />
      <TextField
        name="dkimSelector"
        label={words.selector}
        hint={words.selectorHint}
        maxLength={63}
        value={selector}
        onChange={(event) => setSelector(event.target.value)}
      />
      <Button size="small" type="submit" isPending={save.isPending}>
        {words.save}
      </Button>
      <Refusal error={save.error} codes={words.codes} />
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
