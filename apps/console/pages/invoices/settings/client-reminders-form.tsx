import {
  saveClientInvoiceReminders,
  type getClientInvoiceReminders,
} from '../../../../../domains/billing/invoice-letters/contract/reminders.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { Conflict, SaveForm } from '../../../parts/forms/draft-field.tsx'
import { DraftSelect } from '../../../parts/forms/draft-select.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { useSettingWords } from '../../../words/billing-settings/index.ts'
import { DayFields } from './day-fields.tsx'
import { daysOf, typedDays, type TypedDay } from './day-values.ts'
import { useDayText } from './use-day-text.ts'

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
export const ClientReminders = ({ client, saved, isAdministrator }: ClientRemindersProps) => {
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
