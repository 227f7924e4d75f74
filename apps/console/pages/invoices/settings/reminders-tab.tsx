import { useSearchParams } from 'react-router'
import {
  getClientInvoiceReminders,
  getInvoiceReminders,
  saveInvoiceReminders,
  saveClientInvoiceReminders,
} from '../../../../../domains/billing/invoice-letters/contract/reminders.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useLateReply } from '../../../api/use-operation.ts'
import { Conflict, SaveForm } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { useSettingWords } from '../../../words/billing-settings/index.ts'
import { useRole } from '../../../api/use-role.ts'
import { ClientChoice } from '../invoices-frame.tsx'
import { useDayText } from './use-day-text.ts'
import { DraftSelect } from '../../../parts/forms/draft-select.tsx'
import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { daysMost, earliestDay, latestDay } from '../../../../../domains/billing/invoice-letters/rules.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { SelectField, TextField } from '../../../parts/forms/field.tsx'
import { Options } from '../../../parts/forms/options.tsx'
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

const choices = ['inherited', 'own', 'none'] as const
type ReminderChoice = (typeof choices)[number]

interface ClientRemindersProps {
  readonly client: { readonly id: string; readonly name: string }
  readonly saved: Reply<typeof getClientInvoiceReminders>
  readonly isAdministrator: boolean
}

const choiceOf = ({ days }: ClientRemindersProps['saved']): ReminderChoice => {
  if (days === null) return 'inherited'
  return days.length > 0 ? 'own' : 'none'
}

/** The days to save: null for those of all clients; undefined if own ones are wrong. */
const daysIn = ({ choice, days }: { readonly choice: ReminderChoice; readonly days: readonly TypedDay[] }) =>
  ({ inherited: null, own: days.length > 0 ? daysOf(days) : undefined, none: [] })[choice]

/** When reminders go to one client: as to all, on days of its own, or never. */
const ClientReminders = ({ client, saved, isAdministrator }: ClientRemindersProps) => {
  const words = useSettingWords()
  const text = useDayText()
  const draft = useForm(saveClientInvoiceReminders, {
    name: `reminders.${client.id}`,
    input: { params: { clientAccountId: client.id } },
    saved: { choice: choiceOf(saved), days: typedDays(saved.effectiveDays) },
    check: (typed) => ({ days: daysIn(typed) === undefined ? words.reminders.wrong : undefined }),
    body: (typed) => ({ days: daysIn(typed)! }),
  })
  const { choice, days: typed } = draft.fields
  const { states } = words.reminders
  const written = saved.effectiveDays.map(text).join(', ')
  const isOff = saved.effectiveDays.length === 0
  const stateText = {
    inherited: isOff ? states.inheritedOff : states.inherited(written),
    own: states.own(written),
    none: states.none,
  }[choiceOf(saved)]
  return (
    <Form className="money-form" error={draft.error} onSubmit={draft.submit} aria-label={client.name}>
      <p className="reminder-state" data-on={!isOff || undefined}>
        {stateText}
      </p>
      {isAdministrator ? (
        <>
          <DraftSelect
            draft={draft}
            field="choice"
            label={words.reminders.choice}
            choices={choices.map((one) => [one, words.reminders.choices[one]])}
          />
          {choice === 'own' ? (
            <DayFields
              days={typed}
              isWrong={draft.wrong.days !== undefined}
              onChange={(changed) => draft.set('days', changed)}
            />
          ) : null}
          <Conflict draft={draft} field="days" shown={written} />
          <SaveForm form={draft} />
        </>
      ) : (
        <p className="quiet">{words.forAdministrators}</p>
      )}
    </Form>
  )
}

const fresh: TypedDay = { count: '7', side: 'after' }

interface DayFieldsProps {
  readonly days: readonly TypedDay[]
  readonly isWrong: boolean
  readonly onChange: (days: readonly TypedDay[]) => void
}

/** The days on which reminders go, one in each line. */
const DayFields = ({ days, isWrong, onChange }: DayFieldsProps) => {
  const words = useSettingWords().reminders
  const text = useDayText()
  const change = (at: number, changed: Partial<TypedDay>) =>
    onChange(days.map((day, place) => (place === at ? { ...day, ...changed } : day)))
  return (
    <div className="reminder-days">
      {days.map((day, at) => (
        <div key={at} className="reminder-day">
          <TextField
            name="days"
            label={words.count}
            inputMode="numeric"
            maxLength={2}
            value={day.count}
            {...(isWrong && { 'aria-invalid': true })}
            onChange={(event) => change(at, { count: event.target.value })}
          />
          <SelectField
            label={words.when}
            value={day.side}
            onChange={(event) => change(at, { side: event.target.value as Side })}
          >
            <Options of={sides} names={words.sides} />
          </SelectField>
          <Button
            size="small"
            aria-label={words.remove(text(dayOf(day) ?? 0))}
            onClick={() => onChange(days.filter((_, place) => place !== at))}
          >
            <Trash className="i" aria-hidden="true" />
          </Button>
        </div>
      ))}
      {isWrong ? (
        <p className="why" role="alert">
          {words.wrong}
        </p>
      ) : null}
      {days.length < daysMost ? (
        <div>
          <Button icon={Plus} onClick={() => onChange([...days, fresh])}>
            {words.add}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

const sides = ['before', 'after'] as const
type Side = (typeof sides)[number]

/** A day as it is typed. */
interface TypedDay {
  readonly count: string
  readonly side: Side
}

const typedDays = (days: readonly number[]): readonly TypedDay[] =>
  days
    .toSorted((one, other) => one - other)
    .map((day) => ({ count: String(Math.abs(day)), side: day < 0 ? 'before' : 'after' }))

/** The number of days after the due day; undefined if the typed text is not a number. */
const dayOf = ({ count, side }: TypedDay): number | undefined => {
  if (!/^\d{1,2}$/.test(count.trim())) return undefined
  const day = side === 'before' ? -Number(count) : Number(count)
  return day >= earliestDay && day <= latestDay ? day + 0 : undefined
}

/** The typed days, in their order; undefined if one is no day, or is repeated. */
const daysOf = (typed: readonly TypedDay[]): number[] | undefined => {
  const days = typed.map(dayOf)
  const right = days.filter((day) => day !== undefined)
  const isRight = right.length === days.length && new Set(right).size === right.length && right.length <= daysMost
  return isRight ? right.toSorted((one, other) => one - other) : undefined
}
