import {
  updateClientAccount,
  type getClientAccount,
} from '../../../../../domains/accounts/clients/contract/accounts.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { DraftField, SaveBar } from '../../../parts/draft-field.tsx'
import { Form } from '../../../parts/form.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { useForm } from '../../../parts/use-form.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'

interface DetailsProps {
  readonly account: Reply<typeof getClientAccount>
  readonly isOpen: boolean
}

/** The agency's notes about a customer. */
export const ClientDetails = ({ account, isOpen }: DetailsProps) => {
  const words = useSettingsWords()
  const { id, name, billingEmail, notes } = account
  const form = useForm(updateClientAccount, {
    name: `client.${id}`,
    input: { params: { id } },
    saved: { name, billingEmail: billingEmail ?? '', notes: notes ?? '' },
    isChange: true,
  })
  const shared = { draft: form, isDisabled: !isOpen }
  return (
    <Section title={words.clients.details}>
      <Form className="panel pad stack" error={form.error} onSubmit={form.submit}>
        <DraftField {...shared} field="name" label={words.clients.name} />
        <DraftField
          {...shared}
          field="billingEmail"
          type="email"
          label={words.clients.billing}
          hint={words.clients.billingHint}
        />
        <DraftField {...shared} field="notes" isLong label={words.clients.notes} hint={words.clients.notesHint} />
        <Refusal error={form.error} />
        {isOpen ? <SaveBar draft={form} /> : null}
      </Form>
    </Section>
  )
}
