import { useState } from 'react'
import {
  saveClientInvoiceReminders,
  type getClientInvoiceReminders,
} from '../../../../../domains/billing/invoice-letters/contract/reminders.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Conflict } from '../../../parts/draft-field.tsx'
import { SelectField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { useDraft } from '../../../parts/use-draft.ts'
import { Options } from '../../../parts/options.tsx'
import { useSettingWords } from '../../../words/billing-settings/index.ts'
import { DayFields } from './day-fields.tsx'
import { daysOf, typedDays } from './day-values.ts'
import { useDayText } from './use-day-text.ts'
import { SaveForm } from './save-foot.tsx'

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

/** When reminders go to one client: as to all, on days of its own, or never. */
export const ClientReminders = ({ client, saved, isAdministrator }: ClientRemindersProps) => {
  const words = useSettingWords()
  const { choices: names } = words.reminders
  const text = useDayText()
  const draft = useDraft(`reminders.${client.id}`, {
    choice: choiceOf(saved),
    days: typedDays(saved.effectiveDays),
  })
  const { choice, days: typed } = draft.fields
  const [isChecked, setChecked] = useState(false)
  const save = useOperation(saveClientInvoiceReminders, {
    then: draft.clear,
  })
  const own = typed.length > 0 ? daysOf(typed) : undefined
  const days = { inherited: null, own, none: [] }[choice]
  const submit = () => {
    setChecked(true)
    if (days !== undefined && draft.conflicts.length === 0)
      save.mutate({ params: { clientAccountId: client.id }, body: { days } })
  }
  return (
    <Form className="money-form" error={save.error} onSubmit={submit} aria-label={client.name}>
      <State saved={saved} />
      {isAdministrator ? (
        <>
          <SelectField
            label={words.reminders.choice}
            value={choice}
            onChange={(event) => draft.set('choice', event.target.value as ReminderChoice)}
          >
            <Options of={choices} names={names} />
          </SelectField>
          <Conflict draft={draft} field="choice" shown={names[draft.saved.choice]} />
          {choice === 'own' ? (
            <DayFields
              days={typed}
              isWrong={isChecked && own === undefined}
              onChange={(changed) => draft.set('days', changed)}
            />
          ) : null}
          <Conflict draft={draft} field="days" shown={saved.effectiveDays.map(text).join(', ')} />
          <SaveForm draft={draft} save={save} />
        </>
      ) : (
        <p className="quiet">{words.forAdministrators}</p>
      )}
    </Form>
  )
}

const State = ({ saved }: Pick<ClientRemindersProps, 'saved'>) => {
  const { states } = useSettingWords().reminders
  const text = useDayText()
  const written = saved.effectiveDays.map(text).join(', ')
  const isOff = saved.effectiveDays.length === 0
  const said = {
    inherited: isOff ? states.inheritedOff : states.inherited(written),
    own: states.own(written),
    none: states.none,
  }[choiceOf(saved)]
  return (
    <p className="reminder-state" data-on={!isOff || undefined}>
      {said}
    </p>
  )
}
