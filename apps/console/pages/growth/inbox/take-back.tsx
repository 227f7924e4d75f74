import { updateGrowthMessage } from '../../../../../domains/growth/inbox/contract.ts'
import { messageIntents, type MessageIntent } from '../../../../../domains/growth/messages/rules.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/button.tsx'
import { SelectField, TextArea } from '../../../parts/field.tsx'
import { Fold } from '../../../parts/fold.tsx'
import { Form } from '../../../parts/form.tsx'
import { Options } from '../../../parts/options.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { useDraft } from '../../../parts/use-draft.ts'
import { useRole } from '../../../api/use-role.ts'
import { useGrowthInboxWords } from '../../../words/growth-inbox/index.ts'

const others = messageIntents.filter((intent) => intent !== 'unsubscribe')

/** Takes the opt-out back that a rule read from a mail, with a reason. */
export const TakeBack = ({ messageId }: { readonly messageId: string }) => {
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
        <Refusal error={change.error} />
        <div className="line wrap">
          <Button type="submit" isPending={change.isPending}>
            {words.takeBack}
          </Button>
        </div>
      </Form>
    </Fold>
  )
}
