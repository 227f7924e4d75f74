import { updateGrowthMessage, type getGrowthThread } from '../../../../../domains/growth/inbox/contract.ts'
import { messageIntents, type MessageIntent } from '../../../../../domains/growth/messages/rules.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { SelectField, TextArea } from '../../../parts/forms/field.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { Options } from '../../../parts/forms/options.tsx'
import { useGrowthInboxWords } from '../../../words/growth-inbox/index.ts'
import { Fold } from '../../../parts/fold.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { useDraft } from '../../../parts/forms/use-draft.ts'
import { dot } from '../../../parts/text/joined.tsx'
import { useRole } from '../../../api/use-role.ts'

type Message = Reply<typeof getGrowthThread>['messages'][number]

interface MailRowProps {
  readonly message: Message
  /** How the lead is called. */
  readonly name: string
  /** Whether only a rule opted the lead out by this mail. */
  readonly endedByRule: boolean
}

/** One mail of a thread, as plain text. */
export const MailRow = ({ message, name, endedByRule }: MailRowProps) => {
  const words = useGrowthInboxWords()
  const { day, whole } = useFormat()
  const { direction, status, subject, body, senderAddress, kind, failure } = message
  const at = message.sentAt ?? message.receivedAt ?? message.createdAt
  return (
    <li className="row person">
      <div className="who">
        <b dir="auto">{direction === 'in' ? words.fromLead(senderAddress) : words.toLead(name)}</b>
        <span className="quiet" title={whole(at)}>
          {[kind === null ? words.statuses[status] : words.kinds[kind], day(at)].join(dot)}
        </span>
        <b dir="auto">{subject}</b>
        <p className="mail-text" dir="auto">
          {body}
        </p>
        {failure === null ? null : (
          <p className="quiet" dir="auto">
            {words.failure(failure)}
          </p>
        )}
        {direction === 'in' ? <Sorting message={message} /> : null}
        {endedByRule ? <TakeBack messageId={message.id} /> : null}
      </div>
    </li>
  )
}

const Sorting = ({
  message: { id, intent, intentBy, needsDecision, heldDomain, waitsUntil },
}: {
  readonly message: Message
}) => {
  const words = useGrowthInboxWords()
  const { day } = useFormat()
  const isOpen = needsDecision || heldDomain !== null
  const update = useOperation(updateGrowthMessage)
  const sort = (chosen: string) =>
    update.mutate({ params: { messageId: id }, body: { intent: chosen as MessageIntent } })
  return (
    <>
      <SelectField
        name={`intent-${id}`}
        label={words.sort}
        hint={[
          ...(heldDomain === null ? [] : [words.heldDomain(heldDomain)]),
          ...(waitsUntil === null ? (needsDecision ? [words.decideText] : []) : [words.waitsText(day(waitsUntil))]),
          ...(intentBy === null ? [] : [`${words.sortedBy[intentBy]}.`]),
          words.optsOut,
        ].join(' ')}
        value={isOpen ? '' : (intent ?? '')}
        disabled={update.isPending}
        onChange={(event) => sort(event.target.value)}
      >
        {intent === null || isOpen ? (
          <option value="" disabled>
            {words.notSorted}
          </option>
        ) : null}
        <Options of={messageIntents} names={words.intents} />
      </SelectField>
      <Refusal error={update.error} />
    </>
  )
}

const others = messageIntents.filter((intent) => intent !== 'unsubscribe')

/** Takes the opt-out back that a rule read from a mail, with a reason. */
const TakeBack = ({ messageId }: { readonly messageId: string }) => {
  const words = useGrowthInboxWords()
  const draft = useDraft(`growth-take-back.${messageId}`, { intent: 'interested', reason: '' })
  const { intent, reason } = draft.fields
  const { isAdministrator } = useRole()
  const change = useOperation(updateGrowthMessage, { then: () => draft.clear() })
  const submit = () =>
    change.mutate({ params: { messageId }, body: { intent: intent as MessageIntent, takeBackReason: reason } })
  if (!isAdministrator) return null
  return (
    <Fold title={words.takeBack}>
      <Form className="stack" error={change.error} onSubmit={submit}>
        <p className="quiet">{words.takeBackText}</p>
        <SelectField
          name={`take-back-${messageId}`}
          label={words.sort}
          value={intent}
          onChange={(event) => draft.set('intent', event.target.value)}
        >
          <Options of={others} names={words.intents} />
        </SelectField>
        <TextArea
          name="takeBackReason"
          label={words.takeBackReason}
          rows={2}
          maxLength={500}
          required
          value={reason}
          onChange={(event) => draft.set('reason', event.target.value)}
        />
        <FormFoot of={change} verb={words.takeBack} variant="outline" />
      </Form>
    </Fold>
  )
}
