import { updateGrowthMessage, type getGrowthThread } from '../../../../../domains/growth/inbox/contract.ts'
import { messageIntents, type MessageIntent } from '../../../../../domains/growth/messages/rules.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { DraftSelect } from '../../../parts/forms/draft-select.tsx'
import { SelectField } from '../../../parts/forms/field.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { useGrowthInboxWords } from '../../../words/growth-inbox/index.ts'
import { Fold } from '../../../parts/fold.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { capitalized } from '../../../parts/text/capitalized.ts'
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
    <li className="row person thread-mail">
      <div className="who">
        <b dir="auto">{direction === 'in' ? words.fromLead(senderAddress) : words.toLead(name)}</b>
        <span className="quiet" title={whole(at)}>
          {capitalized([kind === null ? words.statuses[status] : words.kinds[kind], day(at)].join(dot))}
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
          ...(intentBy === null ? [] : [words.sortedBy[intentBy]]),
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
        {messageIntents.map((one) => (
          <option key={one} value={one}>
            {capitalized(words.intents[one])}
          </option>
        ))}
      </SelectField>
      <Refusal error={update.error} />
    </>
  )
}

const others = messageIntents.filter((intent) => intent !== 'unsubscribe')

/** Takes the opt-out back that a rule read from a mail, with a reason. */
const TakeBack = ({ messageId }: { readonly messageId: string }) => {
  const words = useGrowthInboxWords()
  const { isAdministrator } = useRole()
  const saved: { intent: MessageIntent; takeBackReason: string } = { intent: 'interested', takeBackReason: '' }
  const form = useForm(updateGrowthMessage, {
    name: `growth-take-back.${messageId}`,
    input: { params: { messageId } },
    saved,
    body: (typed) => typed,
  })
  if (!isAdministrator) return null
  return (
    <Fold title={words.takeBack}>
      <Form className="stack" error={form.error} onSubmit={form.submit}>
        <p className="quiet">{words.takeBackText}</p>
        <DraftSelect
          draft={form}
          field="intent"
          label={words.sort}
          choices={others.map((one) => [one, capitalized(words.intents[one])])}
        />
        <DraftField draft={form} field="takeBackReason" label={words.takeBackReason} isLong rows={2} />
        <FormFoot of={form} verb={words.takeBack} variant="outline" />
      </Form>
    </Fold>
  )
}
