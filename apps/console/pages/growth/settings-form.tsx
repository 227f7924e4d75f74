import type { ReactNode } from 'react'
import { updateGrowthSettings, type getGrowthSettings } from '../../../../domains/growth/settings/contract.ts'
import {
  refusalDays,
  retentionDays,
  sendApprovals,
  weekdays,
  type Weekday,
} from '../../../../domains/growth/settings/rules.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { Conflict, DraftField, SaveBar } from '../../parts/forms/draft-field.tsx'
import { SelectField } from '../../parts/forms/field.tsx'
import { Form } from '../../parts/forms/form.tsx'
import { Refusal } from '../../parts/feedback/refusal.tsx'
import { Section } from '../../parts/section.tsx'
import type { DraftPart } from '../../parts/forms/use-draft.ts'
import { useForm } from '../../parts/forms/use-form.ts'
import { Options } from '../../parts/forms/options.tsx'
import { useGrowthSettingWords } from '../../words/growth-settings/index.ts'
import { useRole } from '../../api/use-role.ts'
import { amountOf } from '../settings/workspace/cap-amount.ts'
import { readDays, typedOf, type TypedSettings } from './settings-values.ts'
import './settings-form.css'

interface SettingsProps {
  readonly saved: Reply<typeof getGrowthSettings>
  readonly isAdministrator: boolean
}

interface FieldsProps {
  readonly draft: DraftPart<TypedSettings>
  readonly isDisabled: boolean
}

interface GroupProps extends SettingsProps {
  /** Names its draft. */
  readonly name: 'limits' | 'sending' | 'content'
  readonly title: string
  readonly children: (fields: FieldsProps) => ReactNode
}

/** Settings that are saved together, separately from others. */
const Group = ({ saved, isAdministrator, name, title, children }: GroupProps) => {
  const { workspace } = useRole()
  const words = useGrowthSettingWords()
  const draft = useForm(updateGrowthSettings, {
    name: `growth-settings.${name}.${workspace.id}`,
    saved: typedOf(saved),
    isChange: true,
    reads: {
      hardCapUsd: [amountOf, words.badAmount],
      leadRetentionDays: [readDays(retentionDays), words.badDays],
      refusalDays: [readDays(refusalDays), words.badRefusalDays],
      sendingDays: [(days) => (days.length === 0 ? undefined : days), words.noDay],
    },
  })
  return (
    <Section title={title}>
      <Form className="panel pad stack" error={draft.error} onSubmit={draft.submit}>
        {children({ draft, isDisabled: !isAdministrator })}
        <Refusal error={draft.error} />
        {isAdministrator ? <SaveBar draft={draft} /> : null}
      </Form>
    </Section>
  )
}

/** The hard cap, and how long leads are kept. */
export const LimitSettings = ({ children, ...settings }: SettingsProps & { readonly children: ReactNode }) => {
  const words = useGrowthSettingWords()
  return (
    <Group {...settings} name="limits" title={words.limits}>
      {({ draft, isDisabled }) => (
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
              isDisabled={isDisabled}
            />
            <DraftField
              draft={draft}
              field="leadRetentionDays"
              label={words.retention}
              hint={words.retentionHint}
              inputMode="numeric"
              isDisabled={isDisabled}
            />
            <DraftField
              draft={draft}
              field="refusalDays"
              label={words.refusal}
              hint={words.refusalHint}
              inputMode="numeric"
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
      {({ draft, isDisabled }) => (
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
          <Days draft={draft} isDisabled={isDisabled} />
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
            isDisabled={isDisabled}
          />
          <DraftField
            draft={draft}
            field="bookingUrl"
            label={words.booking}
            hint={words.bookingHint}
            type="url"
            isDisabled={isDisabled}
          />
        </>
      )}
    </Group>
  )
}

const Days = ({ draft, isDisabled }: FieldsProps) => {
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
      <div className="line wrap sending-days">
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
      {draft.wrong?.sendingDays === undefined ? null : (
        <span className="why" role="alert">
          {draft.wrong.sendingDays}
        </span>
      )}
      <Conflict
        draft={draft}
        field="sendingDays"
        shown={draft.saved.sendingDays.map((day) => words.dayNames[day]).join(', ')}
      />
    </fieldset>
  )
}
