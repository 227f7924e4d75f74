import { getGrowthSettings, updateGrowthSettings } from '../../../../domains/growth/settings/contract.ts'
import { prefetch, useReply } from '../../api/use-operation.ts'
import { useFormat } from '../../format.ts'
import { Meter } from '../../parts/feedback/meter.tsx'
import { Head, useTitle } from '../../parts/page.tsx'
import { useGrowthSettingWords } from '../../words/growth-settings/index.ts'
import { useRole } from '../../api/use-role.ts'
import { GrowthFrame } from './growth-frame.tsx'
import type { ReactNode } from 'react'
import {
  refusalDays,
  retentionDays,
  sendApprovals,
  weekdays,
  type Weekday,
} from '../../../../domains/growth/settings/rules.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { Conflict, DraftField, SaveForm } from '../../parts/forms/draft-field.tsx'
import { DraftSelect } from '../../parts/forms/draft-select.tsx'
import { Form } from '../../parts/forms/form.tsx'
import { Section } from '../../parts/section.tsx'
import type { DraftPart } from '../../parts/forms/use-draft.ts'
import { useForm } from '../../parts/forms/use-form.ts'
import { amountOf, textOf } from '../settings/workspace/cap-amount.ts'
import './settings-form.css'

export const loader = () => prefetch(getGrowthSettings)

export default function GrowthSettingsPage() {
  const words = useGrowthSettingWords()
  const { isAdministrator } = useRole()
  const { dollars } = useFormat()
  const saved = useReply(getGrowthSettings)
  const cap = saved.hardCapUsd
  const { spentUsd, heldUsd } = saved.month
  const spent = cap === null ? words.spentNoCap(dollars(spentUsd)) : words.spent(dollars(spentUsd), dollars(cap))
  useTitle(words.title)
  return (
    <GrowthFrame>
      <Head title={words.title} text={isAdministrator ? words.text : words.readOnly} />
      <SettingsForm saved={saved} isAdministrator={isAdministrator}>
        <p>{heldUsd > 0 ? `${spent} ${words.held(dollars(heldUsd))}` : spent}</p>
        {cap === null ? null : <Meter spent={spentUsd} held={heldUsd} cap={cap} />}
      </SettingsForm>
    </GrowthFrame>
  )
}

interface SettingsFormProps {
  readonly saved: Reply<typeof getGrowthSettings>
  readonly isAdministrator: boolean
  /** The spend of this month, above its cap. */
  readonly children: ReactNode
}

/** The settings of growth, saved together. */
const SettingsForm = ({ saved, isAdministrator, children }: SettingsFormProps) => {
  const { workspace } = useRole()
  const words = useGrowthSettingWords()
  const draft = useForm(updateGrowthSettings, {
    name: `growth-settings.${workspace.id}`,
    saved: typedOf(saved),
    isChange: true,
    reads: {
      hardCapUsd: [amountOf, words.badAmount],
      leadRetentionDays: [readDays(retentionDays), words.badDays],
      refusalDays: [readDays(refusalDays), words.badRefusalDays],
      sendingDays: [(days) => (days.length === 0 ? undefined : days), words.noDay],
    },
  })
  const shared = { draft, isDisabled: !isAdministrator }
  return (
    <Form error={draft.error} onSubmit={draft.submit}>
      <Section title={words.limits}>
        <div className="panel pad stack">
          {children}
          <DraftField
            {...shared}
            field="hardCapUsd"
            label={words.hardCap}
            hint={words.hardCapHint}
            unit="$"
            inputMode="decimal"
          />
        </div>
      </Section>
      <Section title={words.leads}>
        <div className="panel pad">
          <div className="side-by-side">
            <DraftField
              {...shared}
              field="leadRetentionDays"
              label={words.retention}
              hint={words.retentionHint}
              inputMode="numeric"
            />
            <DraftField
              {...shared}
              field="refusalDays"
              label={words.refusal}
              hint={words.refusalHint}
              inputMode="numeric"
            />
          </div>
        </div>
      </Section>
      <Section title={words.sending}>
        <div className="panel pad stack">
          <DraftSelect
            {...shared}
            field="sendApproval"
            label={words.approval}
            choices={sendApprovals.map((one) => [one, words.approvals[one]])}
          />
          <Days {...shared} />
          <div className="side-by-side is-pair">
            <DraftField {...shared} field="sendingFrom" label={words.from} hint={words.zone} />
            <DraftField {...shared} field="sendingUntil" label={words.until} />
          </div>
          {saved.closedCountries.length === 0 ? null : (
            <p className="note wait">{words.closedCountries(saved.closedCountries.join(', '))}</p>
          )}
        </div>
      </Section>
      <Section title={words.content}>
        <div className="panel pad stack">
          <DraftField {...shared} field="senderPostalAddress" label={words.postal} hint={words.postalHint} isLong />
          <DraftField {...shared} field="bookingUrl" label={words.booking} hint={words.bookingHint} type="url" />
        </div>
      </Section>
      <div className="sect stack">{isAdministrator ? <SaveForm form={draft} /> : null}</div>
    </Form>
  )
}

const Days = ({ draft, isDisabled }: { readonly draft: DraftPart<TypedSettings>; readonly isDisabled: boolean }) => {
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

/** The settings as fields hold them. */
type TypedSettings = ReturnType<typeof typedOf>

const typedOf = (saved: Reply<typeof getGrowthSettings>) => ({
  hardCapUsd: textOf(saved.hardCapUsd),
  bookingUrl: saved.bookingUrl ?? '',
  senderPostalAddress: saved.senderPostalAddress ?? '',
  sendApproval: saved.sendApproval,
  sendingDays: saved.sendingDays,
  sendingFrom: saved.sendingFrom,
  sendingUntil: saved.sendingUntil,
  leadRetentionDays: String(saved.leadRetentionDays),
  refusalDays: String(saved.refusalDays),
})

/** Reads a number of days within bounds. */
const readDays =
  ({ least, most }: { readonly least: number; readonly most: number }) =>
  (typed: string): number | undefined => {
    const days = /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : NaN
    return days >= least && days <= most ? days : undefined
  }
