import { useState, type ReactNode } from 'react'
import { updateGrowthSettings, type getGrowthSettings } from '../../../../domains/growth/settings/contract.ts'
import { sendApprovals, weekdays, type Weekday } from '../../../../domains/growth/settings/rules.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Conflict, DraftField, SaveBar } from '../../parts/draft-field.tsx'
import { SelectField } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { useDraft, type DraftOf } from '../../parts/use-draft.ts'
import { Options } from '../../parts/options.tsx'
import { useGrowthSettingWords } from '../../words/growth-settings/index.ts'
import { useRole } from '../../api/use-role.ts'
import './growth-settings.css'
import { bodyOf, faultsIn, typedOf, type TypedSettings } from './settings-values.ts'

interface SettingsFormProps {
  readonly saved: Reply<typeof getGrowthSettings>
  readonly isAdministrator: boolean
  /** The money that is spent, beside the cap. */
  readonly children: ReactNode
}

/** The hard cap, the booking link, and the rules of sending. */
export const SettingsForm = ({ saved, isAdministrator, children }: SettingsFormProps) => {
  const words = useGrowthSettingWords()
  const { workspace } = useRole()
  const draft = useDraft(`growth-settings.${workspace.id}`, typedOf(saved))
  const [isChecked, setChecked] = useState(false)
  const save = useOperation(updateGrowthSettings, { then: draft.clear })
  const faults = faultsIn(draft.fields)
  const submit = () => {
    setChecked(true)
    if (faults.length === 0 && draft.isChanged) save.mutate({ body: bodyOf(draft.mine) })
  }
  const wrong = (field: keyof TypedSettings, said: string) => (isChecked && faults.includes(field) ? said : undefined)
  const isDisabled = !isAdministrator
  return (
    <Form className="panel pad stack growth-settings" error={save.error} onSubmit={submit}>
      <h3>{words.limits}</h3>
      {children}
      <div className="side-by-side">
        <DraftField
          draft={draft}
          field="hardCapUsd"
          label={words.hardCap}
          hint={words.hardCapHint}
          inputMode="decimal"
          wrong={wrong('hardCapUsd', words.badAmount)}
          isDisabled={isDisabled}
        />
        <DraftField
          draft={draft}
          field="leadRetentionDays"
          label={words.retention}
          hint={words.retentionHint}
          inputMode="numeric"
          wrong={wrong('leadRetentionDays', words.badDays)}
          isDisabled={isDisabled}
        />
      </div>
      <h3>{words.sending}</h3>
      <SelectField
        name="sendApproval"
        label={words.approval}
        value={draft.fields.sendApproval}
        disabled={isDisabled}
        onChange={(event) => draft.set('sendApproval', event.target.value as TypedSettings['sendApproval'])}
      >
        <Options of={sendApprovals} names={words.approvals} />
      </SelectField>
      <Conflict draft={draft} field="sendApproval" shown={words.approvals[draft.saved.sendApproval]} />
      <Days draft={draft} isWrong={isChecked && faults.includes('sendingDays')} isDisabled={isDisabled} />
      <div className="side-by-side">
        <DraftField draft={draft} field="sendingFrom" label={words.from} hint={words.zone} isDisabled={isDisabled} />
        <DraftField draft={draft} field="sendingUntil" label={words.until} isDisabled={isDisabled} />
      </div>
      {saved.closedCountries.length === 0 ? null : (
        <p className="note wait">{words.closedCountries(saved.closedCountries.join(', '))}</p>
      )}
      <DraftField
        draft={draft}
        field="senderPostalAddress"
        label={words.postal}
        hint={words.postalHint}
        isLong
        maxLength={500}
        isDisabled={isDisabled}
      />
      <DraftField
        draft={draft}
        field="bookingUrl"
        label={words.booking}
        hint={words.bookingHint}
        type="url"
        maxLength={2_000}
        isDisabled={isDisabled}
      />
      <Refusal error={save.error} />
      {isAdministrator ? <SaveBar draft={draft} isPending={save.isPending} isSaved={save.isSuccess} /> : null}
    </Form>
  )
}

interface DaysProps {
  readonly draft: DraftOf<TypedSettings>
  readonly isWrong: boolean
  readonly isDisabled: boolean
}

const Days = ({ draft, isWrong, isDisabled }: DaysProps) => {
  const words = useGrowthSettingWords()
  const { sendingDays } = draft.fields
  const toggle = (day: Weekday, isOn: boolean) =>
    draft.set(
      'sendingDays',
      weekdays.filter((one) => (one === day ? isOn : sendingDays.includes(one))),
    )
  return (
    <fieldset>
      <legend>{words.days}</legend>
      <div className="line wrap">
        {weekdays.map((day) => (
          <label key={day} className="line">
            <input
              type="checkbox"
              name="sendingDays"
              checked={sendingDays.includes(day)}
              disabled={isDisabled}
              onChange={(event) => toggle(day, event.target.checked)}
            />
            {words.dayNames[day]}
          </label>
        ))}
      </div>
      {isWrong ? (
        <span className="why" role="alert">
          {words.noDay}
        </span>
      ) : null}
      <Conflict
        draft={draft}
        field="sendingDays"
        shown={draft.saved.sendingDays.map((day) => words.dayNames[day]).join(', ')}
      />
    </fieldset>
  )
}
