import { useState } from 'react'
import { updateGrowthPlay } from '../../../../../../domains/growth/plays/contract.ts'
import { playLanguages, sendApprovals } from '../../../../../../domains/growth/plays/rules.ts'
import { getGrowthSettings } from '../../../../../../domains/growth/settings/contract.ts'
import { useOperation, useReply } from '../../../../api/use-operation.ts'
import { useFormat } from '../../../../format.ts'
import { Conflict, DraftField, SaveBar } from '../../../../parts/draft-field.tsx'
import { SelectField } from '../../../../parts/field.tsx'
import { Form } from '../../../../parts/form.tsx'
import { Section } from '../../../../parts/section.tsx'
import { useDraft, type DraftOf } from '../../../../parts/use-draft.ts'
import { Options } from '../../../../parts/options.tsx'
import { useCountryName } from '../../../../parts/use-country-name.ts'
import { useGrowthPlayWords } from '../../../../words/growth-plays/index.ts'
import { useRole } from '../../../../api/use-role.ts'
import { PlayRefusal } from '../play-refusal.tsx'
import type { Play } from '../play.ts'
import { MailboxFields } from './mailbox-fields.tsx'
import { bodyOf, countriesIn, faultsIn, typedOf, type TypedPlay } from './settings-values.ts'

interface SettingsSectionProps {
  readonly play: Play
  readonly isOpen: boolean
}

/** Whom a play writes to, from where, at what cost, and who approves its mails. */
export const SettingsSection = ({ play, isOpen }: SettingsSectionProps) => {
  const words = useGrowthPlayWords()
  const draft = useDraft(`growth-play-settings.${play.id}`, typedOf(play))
  const [isChecked, setChecked] = useState(false)
  const save = useOperation(updateGrowthPlay, { then: draft.clear })
  const faults = faultsIn(draft.fields)
  const wrong = (field: keyof TypedPlay, said: string) => (isChecked && faults.includes(field) ? said : undefined)
  const isFixed = !isOpen || play.status === 'active'
  const submit = () => {
    setChecked(true)
    if (faults.length > 0 || !draft.isChanged) return
    save.mutate({ params: { playId: play.id }, body: bodyOf(draft.mine) })
  }
  return (
    <Section title={words.settings} text={isOpen ? words.settingsText : undefined}>
      <Form className="panel pad stack play-form" error={save.error} onSubmit={submit}>
        <DraftField
          draft={draft}
          field="name"
          label={words.name}
          maxLength={200}
          wrong={wrong('name', words.missingName)}
          isDisabled={!isOpen}
        />
        <DraftField
          draft={draft}
          field="audience"
          label={words.audience}
          hint={words.audienceHint}
          isLong
          maxLength={2_000}
          isDisabled={!isOpen}
        />
        <Countries draft={draft} wrong={wrong('excludedCountries', words.badCountries)} isDisabled={!isOpen} />
        <SelectField
          name="language"
          label={words.language}
          value={draft.fields.language}
          disabled={isFixed}
          onChange={(event) => draft.set('language', event.target.value as TypedPlay['language'])}
        >
          <Options of={playLanguages} names={words.languages} />
        </SelectField>
        <Conflict draft={draft} field="language" shown={words.languages[draft.saved.language]} />
        <DraftField
          draft={draft}
          field="bookingUrl"
          label={words.booking}
          hint={words.bookingHint}
          type="url"
          maxLength={2_000}
          isDisabled={!isOpen}
        />
        <DraftField
          draft={draft}
          field="hardCapUsd"
          label={words.cap}
          hint={words.capHint}
          inputMode="decimal"
          wrong={wrong('hardCapUsd', words.badAmount)}
          isDisabled={!isOpen}
        />
        <MailboxFields draft={draft} isDisabled={isFixed} />
        <Approval draft={draft} isDisabled={!isOpen} />
        <PlayRefusal error={save.error} />
        {isOpen ? <SaveBar draft={draft} isPending={save.isPending} isSaved={save.isSuccess} /> : null}
      </Form>
    </Section>
  )
}

interface FieldsProps {
  readonly draft: DraftOf<TypedPlay>
  readonly isDisabled: boolean
}

const Countries = ({ draft, wrong, isDisabled }: FieldsProps & { readonly wrong: string | undefined }) => {
  const words = useGrowthPlayWords()
  const nameOf = useCountryName()
  const { list } = useFormat()
  const codes = countriesIn(draft.fields.excludedCountries) ?? []
  return (
    <fieldset className="stack-8">
      <DraftField
        draft={draft}
        field="excludedCountries"
        label={words.countries}
        hint={codes.length > 0 ? list(codes.map(nameOf)) : words.countriesHint}
        wrong={wrong}
        isDisabled={isDisabled}
        spellCheck={false}
      />
      <label className="line">
        <input
          type="checkbox"
          name="excludesUnknownLaw"
          checked={draft.fields.excludesUnknownLaw}
          disabled={isDisabled}
          onChange={(event) => draft.set('excludesUnknownLaw', event.target.checked)}
        />
        {words.unknownLaw}
      </label>
      <p className="quiet">{words.lawText}</p>
    </fieldset>
  )
}

/** Only administrators set it, and only where the settings of the workspace leave it to each play. */
const Approval = ({ draft, isDisabled }: FieldsProps) => {
  const words = useGrowthPlayWords()
  const { isAdministrator } = useRole()
  const { sendApproval: rule } = useReply(getGrowthSettings)
  const isFixed = rule === 'always'
  const hint = isAdministrator ? (isFixed ? words.approvalFixed : undefined) : words.approvalForAdministrators
  return (
    <div>
      <SelectField
        name="sendApproval"
        label={words.approval}
        {...(hint !== undefined && { hint })}
        value={draft.fields.sendApproval}
        disabled={isDisabled || !isAdministrator || (isFixed && draft.fields.sendApproval === 'always')}
        onChange={(event) => draft.set('sendApproval', event.target.value as TypedPlay['sendApproval'])}
      >
        <Options of={sendApprovals} names={words.approvals} />
      </SelectField>
      <Conflict draft={draft} field="sendApproval" shown={words.approvals[draft.saved.sendApproval]} />
    </div>
  )
}
