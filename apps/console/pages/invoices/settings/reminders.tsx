import { useState, type SyntheticEvent } from 'react'
import { useSearchParams } from 'react-router'
import {
  getClientInvoiceReminders,
  getInvoiceReminders,
  saveInvoiceReminders,
} from '../../../../../domains/billing/invoice-letters/contract/reminders.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useLateReply, useOperation } from '../../../api/use-operation.ts'
import { Refusal } from '../../../parts/refusal.tsx'
import { toast } from '../../../parts/toast.tsx'
import { useSettingWords } from '../../../words/billing-settings/use-words.ts'
import { useRole } from '../../settings/use-role.ts'
import { ClientChoice } from '../filters.tsx'
import { ClientReminders } from './client-reminders.tsx'
import { DayFields } from './day-fields.tsx'
import { daysOf, typedDays, type TypedDay } from './day-values.ts'
import { useDayText } from './use-day-text.ts'
import { SaveForm } from '../save-form.tsx'
import './settings.css'
import { Form } from '../../../parts/form.tsx'

interface Client {
  readonly id: string
  readonly name: string
}

/** When reminders of unpaid invoices go, to all clients and to one. */
const Reminders = ({ clients }: { readonly clients: readonly Client[] }) => {
  const words = useSettingWords()
  const { isAdministrator } = useRole()
  const { data: saved, error } = useLateReply(getInvoiceReminders)
  return (
    <div className="identities">
      <section aria-labelledby="remind-all">
        <h2 id="remind-all">{words.reminders.title}</h2>
        <p className="soft">{words.reminders.text}</p>
        <Refusal error={error} />
        {saved ? <ForAll key={String(saved.updatedAt)} saved={saved} isAdministrator={isAdministrator} /> : null}
      </section>
      <section aria-labelledby="remind-one">
        <h2 id="remind-one">{words.oneClient}</h2>
        <p className="soft">{words.reminders.clientText}</p>
        <ClientChoice clients={clients} />
        <OfClient clients={clients} isAdministrator={isAdministrator} />
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
  const [typed, setTyped] = useState<readonly TypedDay[]>(typedDays(saved.days))
  const [isChecked, setChecked] = useState(false)
  const save = useOperation(saveInvoiceReminders, {
    refreshes: [getInvoiceReminders, getClientInvoiceReminders],
    then: () => toast(words.saved),
  })
  const days = daysOf(typed)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setChecked(true)
    if (days) save.mutate({ body: { days } })
  }
  const { off, on, nothingBefore } = words.reminders
  return (
    <Form className="money-form" error={save.error} onSubmit={submit} aria-label={words.allClients}>
      <p className="reminder-state" data-on={saved.days.length > 0 || undefined}>
        {saved.days.length === 0 ? off : on(saved.days.map(text).join(', '))}
      </p>
      {isAdministrator ? (
        <>
          <DayFields days={typed} isWrong={isChecked && days === undefined} onChange={setTyped} />
          <p className="quiet">{nothingBefore}</p>
          <SaveForm error={save.error} isPending={save.isPending} />
        </>
      ) : (
        <p className="quiet">{words.forAdministrators}</p>
      )}
    </Form>
  )
}

const OfClient = ({
  clients,
  isAdministrator,
}: {
  readonly clients: readonly Client[]
  readonly isAdministrator: boolean
}) => {
  const [query] = useSearchParams()
  const client = clients.find(({ id }) => id === query.get('client'))
  const params = { clientAccountId: client?.id ?? '' }
  const { data: saved, error } = useLateReply(getClientInvoiceReminders, { params }, { enabled: client !== undefined })
  if (!client) return null
  return (
    <>
      <Refusal error={error} />
      {saved ? (
        <ClientReminders
          key={`${client.id} ${String(saved.updatedAt)} ${saved.effectiveDays.join()}`}
          {...{ client, saved, isAdministrator }}
        />
      ) : null}
    </>
  )
}

export default Reminders
