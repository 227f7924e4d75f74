import { useSearchParams } from 'react-router'
import {
  getClientInvoiceReminders,
  getInvoiceReminders,
  saveInvoiceReminders,
} from '../../../../../domains/billing/invoice-letters/contract/reminders.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useLateReply } from '../../../api/use-operation.ts'
import { Conflict, SaveForm } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { useSettingWords } from '../../../words/billing-settings/index.ts'
import { useRole } from '../../../api/use-role.ts'
import { ClientChoice } from '../invoice-filters.tsx'
import { ClientReminders } from './client-reminders-form.tsx'
import { DayFields } from './day-fields.tsx'
import { daysOf, typedDays } from './day-values.ts'
import { useDayText } from './use-day-text.ts'
import './invoice-settings.css'

/** When reminders of unpaid invoices go, to all clients and to one. */
const Reminders = ({ clients }: { readonly clients: readonly { readonly id: string; readonly name: string }[] }) => {
  const words = useSettingWords()
  const { isAdministrator } = useRole()
  const { data: saved, error } = useLateReply(getInvoiceReminders)
  const [query] = useSearchParams()
  const client = clients.find(({ id }) => id === query.get('client'))
  const params = { clientAccountId: client?.id ?? '' }
  const ofClient = useLateReply(getClientInvoiceReminders, { params }, { enabled: client !== undefined })
  return (
    <div className="identities">
      <section aria-labelledby="remind-all">
        <h2 id="remind-all">{words.reminders.title}</h2>
        <p className="soft">{words.reminders.text}</p>
        <Refusal error={error} />
        {saved ? <ForAll saved={saved} isAdministrator={isAdministrator} /> : null}
      </section>
      <section aria-labelledby="remind-one">
        <h2 id="remind-one">{words.oneClient}</h2>
        <p className="soft">{words.reminders.clientText}</p>
        <ClientChoice isOfOne />
        <Refusal error={ofClient.error} />
        {client && ofClient.data ? (
          <ClientReminders key={client.id} client={client} saved={ofClient.data} isAdministrator={isAdministrator} />
        ) : null}
      </section>
    </div>
  )
}

interface ForAllProps {
  readonly saved: Reply<typeof getInvoiceReminders>
  readonly isAdministrator: boolean
}

const ForAll = ({ saved, isAdministrator }: ForAllProps) => {
  const words = useSettingWords()
  const text = useDayText()
  const { workspace } = useRole()
  const { off, on, nothingBefore, wrong } = words.reminders
  const draft = useForm(saveInvoiceReminders, {
    name: `reminders.${workspace.id}`,
    saved: { days: typedDays(saved.days) },
    reads: { days: [daysOf, wrong] },
  })
  const written = saved.days.map(text).join(', ')
  return (
    <Form className="money-form" error={draft.error} onSubmit={draft.submit} aria-label={words.allClients}>
      <p className="reminder-state" data-on={saved.days.length > 0 || undefined}>
        {saved.days.length === 0 ? off : on(written)}
      </p>
      {isAdministrator ? (
        <>
          <DayFields
            days={draft.fields.days}
            isWrong={draft.wrong.days !== undefined}
            onChange={(typed) => draft.set('days', typed)}
          />
          <Conflict draft={draft} field="days" shown={written} />
          <p className="quiet">{nothingBefore}</p>
          <SaveForm form={draft} />
        </>
      ) : (
        <p className="quiet">{words.forAdministrators}</p>
      )}
    </Form>
  )
}

export default Reminders
