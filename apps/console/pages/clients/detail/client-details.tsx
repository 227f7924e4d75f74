import {
  updateClientAccount,
  type getClientAccount,
} from '../../../../../domains/accounts/clients/contract/accounts.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { DraftField, SaveBar } from '../../../parts/draft-field.tsx'
import { Form } from '../../../parts/form.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { useDraft } from '../../../parts/use-draft.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'

interface DetailsProps {
  readonly account: Reply<typeof getClientAccount>
  readonly isOpen: boolean
}

/** The agency's notes about a customer. */
export const ClientDetails = ({ account, isOpen }: DetailsProps) => {
  const words = useSettingsWords()
  const { id, name, billingEmail, notes } = account
  const draft = useDraft<Readonly<Record<'name' | 'billingEmail' | 'notes', string>>>(`client.${id}`, {
    name,
    billingEmail: billingEmail ?? '',
    notes: notes ?? '',
  })
  const save = useOperation(updateClientAccount, {
    then: draft.clear,
  })
  const isMissing = draft.fields.name.trim() === ''
  const submit = () => {
    if (!draft.isChanged || isMissing || draft.conflicts.length > 0) return
    const { name: called, ...rest } = draft.mine
    const texts = Object.fromEntries(Object.entries(rest).map(([field, text]) => [field, text.trim() || null]))
    save.mutate({ params: { id }, body: { ...(called !== undefined && { name: called.trim() }), ...texts } })
  }
  const shared = { draft, isDisabled: !isOpen }
  return (
    <Section title={words.clients.details}>
      <Form className="panel pad stack" error={save.error} onSubmit={submit}>
        <DraftField
          {...shared}
          field="name"
          label={words.clients.name}
          maxLength={200}
          wrong={isMissing ? words.security.missing : undefined}
        />
        <DraftField
          {...shared}
          field="billingEmail"
          type="email"
          label={words.clients.billing}
          maxLength={320}
          hint={words.clients.billingHint}
        />
        <DraftField
          {...shared}
          field="notes"
          isLong
          label={words.clients.notes}
          maxLength={5_000}
          hint={words.clients.notesHint}
        />
        <Refusal error={save.error} />
        {isOpen ? <SaveBar draft={draft} isPending={save.isPending} isSaved={save.isSuccess} /> : null}
      </Form>
    </Section>
  )
}
