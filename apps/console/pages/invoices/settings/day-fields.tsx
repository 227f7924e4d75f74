import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { daysMost } from '../../../../../domains/billing/invoice-letters/rules.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { SelectField, TextField } from '../../../parts/forms/field.tsx'
import { Options } from '../../../parts/forms/options.tsx'
import { useSettingWords } from '../../../words/billing-settings/index.ts'
import { dayOf, sides, type Side, type TypedDay } from './day-values.ts'
import { useDayText } from './use-day-text.ts'

const fresh: TypedDay = { count: '7', side: 'after' }

interface DayFieldsProps {
  readonly days: readonly TypedDay[]
  readonly isWrong: boolean
  readonly onChange: (days: readonly TypedDay[]) => void
}

/** The days on which reminders go, one in each line. */
export const DayFields = ({ days, isWrong, onChange }: DayFieldsProps) => {
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
