import { useState, type ReactNode } from 'react'
import { updateGrowthSettings, type getGrowthSettings } from '../../../../domains/growth/settings/contract.ts'
import { sendApprovals, weekdays, type Weekday } from '../../../../domains/growth/settings/rules.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Conflict, DraftField, SaveBar } from '../../parts/draft-field.tsx'
import { SelectField } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { Section } from '../../parts/section.tsx'
import { useDraft, type DraftOf } from '../../parts/use-draft.ts'
import { Options } from '../../parts/options.tsx'
import { useGrowthSettingWords } from '../../words/growth-settings/index.ts'
import { useRole } from '../../api/use-role.ts'
import { bodyOf, faultsIn, typedOf, type TypedSettings } from './settings-values.ts'

interface SettingsProps {
  readonly saved: Reply<typeof getGrowthSettings>
  readonly isAdministrator: boolean
}

interface FieldsProps {
  readonly draft: DraftOf<TypedSettings>
  readonly wrong: (field: keyof TypedSettings, said: string) => string | undefined
  readonly isDisabled: boolean
}

interface GroupProps extends SettingsProps {
  /** Names its draft. */
  readonly name: 'limits' | 'sending' | 'content'
  readonly title: string
  readonly children: (fields: FieldsProps) => ReactNode
}

/** Settings that are saved together, by themselves. */
const Group = ({ saved, isAdministrator, name, title, children }: GroupProps) => {
  const { workspace } = useRole()
  const draft = useDraft(`growth-settings.${name}.${workspace.id}`, typedOf(saved))
  const [isChecked, setChecked] = useState(false)
  const save = useOperation(updateGrowthSettings, { then: draft.clear })
  const faults = faultsIn(draft.fields)
  const submit = () => {
    setChecked(true)
    if (faults.length === 0 && draft.isChanged) save.mutate({ body: bodyOf(draft.mine) })
  }
  const wrong = (field: keyof TypedSettings, said: string) => (isChecked && faults.includes(field) ? said : undefined)
  return (
    <Section title={title}>
      <Form className="panel pad stack" error={save.error} onSubmit={submit}>
        {children({ draft, wrong, isDisabled: !isAdministrator })}
        <Refusal error={save.error} />
        {isAdministrator ? <SaveBar draft={draft} isPending={save.isPending} isSaved={save.isSuccess} /> : null}
      </Form>
    </Section>
  )
}

/** The hard cap, and how long leads are kept. */
export const LimitSettings = ({ children, ...settings }: SettingsProps & { readonly children: ReactNode }) => {
  const words = useGrowthSettingWords()
  return (
    <Group {...settings} name="limits" title={words.limits}>
      {({ draft, wrong, isDisabled }) => (
        <>
          {children}
          <div className="side-by-side">
            <DraftField
              draft={draft}
              field="hardCapUsd"
              label={words.hardCap}
              hint={words.hardCapHint}
              unit="$"
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
            <DraftField
              draft={draft}
              field="refusalDays"
              label={words.refusal}
              hint={words.refusalHint}
              inputMode="numeric"
              wrong={wrong('refusalDays', words.badRefusalDays)}
              isDisabled={isDisabled}
            />
          </div>
        </>
      )}
    </Group>
  )
}

/** The approval of mails, and the hours of sending. */
export const SendingSettings = (settings: SettingsProps) => {
  const words = useGrowthSettingWords()
  const { closedCountries } = settings.saved
  return (
    <Group {...settings} name="sending" title={words.sending}>
      {({ draft, wrong, isDisabled }) => (
        <>
          <div>
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
          </div>
          <Days draft={draft} isWrong={wrong('sendingDays', words.noDay) !== undefined} isDisabled={isDisabled} />
          <div className="side-by-side">
            <DraftField
              draft={draft}
              field="sendingFrom"
              label={words.from}
              hint={words.zone}
              isDisabled={isDisabled}
            />
            <DraftField draft={draft} field="sendingUntil" label={words.until} isDisabled={isDisabled} />
          </div>
          {closedCountries.length === 0 ? null : (
            <p className="note wait">{words.closedCountries(closedCountries.join(', '))}</p>
          )}
        </>
      )}
    </Group>
  )
}

/** The address and the link that mails show. */
export const ContentSettings = (settings: SettingsProps) => {
  const words = useGrowthSettingWords()
  return (
    <Group {...settings} name="content" title={words.content}>
      {({ draft, isDisabled }) => (
        <>
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
        </>
      )}
    </Group>
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
