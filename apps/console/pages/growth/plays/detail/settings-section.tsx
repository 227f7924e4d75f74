import { updateGrowthPlay } from '../../../../../../domains/growth/plays/contract.ts'
import { playLanguages, sendApprovals } from '../../../../../../domains/growth/plays/rules.ts'
import { getGrowthSettings } from '../../../../../../domains/growth/settings/contract.ts'
import { useReply, useLateReply } from '../../../../api/use-operation.ts'
import { useFormat } from '../../../../format.ts'
import { DraftField, SaveBar } from '../../../../parts/forms/draft-field.tsx'
import { DraftSelect } from '../../../../parts/forms/draft-select.tsx'
import { Form } from '../../../../parts/forms/form.tsx'
import { Fold } from '../../../../parts/fold.tsx'
import type { DraftOf } from '../../../../parts/forms/use-draft.ts'
import { useForm } from '../../../../parts/forms/use-form.ts'
import { useCountryName } from '../../../../parts/text/use-country-name.ts'
import { useGrowthPlayWords } from '../../../../words/growth-plays/index.ts'
import { useRole } from '../../../../api/use-role.ts'
import { PlayRefusal, type Play } from '../play.tsx'
import { amountOf } from '../../../settings/workspace/cap-amount.ts'
import { countriesIn, typedOf, type TypedPlay } from './settings-values.ts'
import { TextLink } from '../../../../parts/text/text-link.tsx'
import { listGrowthMailboxes } from '../../../../../../domains/growth/mailboxes/contract.ts'
import { joined } from '../../../../parts/text/joined.tsx'
import { paths } from '../../../../paths.ts'

/** Whom a play writes to, from where, at what cost, and who approves its mails. */
export const SettingsSection = ({ play, isOpen }: { readonly play: Play; readonly isOpen: boolean }) => {
  const words = useGrowthPlayWords()
  const draft = useForm(updateGrowthPlay, {
    name: `growth-play-settings.${play.id}`,
    input: { params: { playId: play.id } },
    saved: typedOf(play),
    isChange: true,
    missing: words.missingName,
    reads: { excludedCountries: [countriesIn, words.badCountries], hardCapUsd: [amountOf, words.badAmount] },
  })
  const isFixed = !isOpen || play.status === 'active'
  return (
    <Fold title={words.settings}>
      {isFixed && isOpen ? <p className="quiet">{words.settingsText}</p> : null}
      <Form className="panel pad stack play-form" error={draft.error} onSubmit={draft.submit}>
        <DraftField draft={draft} field="name" label={words.name} isDisabled={!isOpen} />
        <DraftField
          draft={draft}
          field="audience"
          label={words.audience}
          hint={words.audienceHint}
          isLong
          isDisabled={!isOpen}
        />
        <Countries draft={draft} isDisabled={!isOpen} />
        <DraftSelect
          draft={draft}
          field="language"
          label={words.language}
          choices={playLanguages.map((one) => [one, words.languages[one]])}
          isDisabled={isFixed}
        />
        <DraftField
          draft={draft}
          field="bookingUrl"
          label={words.booking}
          hint={words.bookingHint}
          type="url"
          isDisabled={!isOpen}
        />
        <DraftField
          draft={draft}
          field="hardCapUsd"
          label={words.cap}
          hint={words.capHint}
          inputMode="decimal"
          isDisabled={!isOpen}
        />
        <MailboxFields draft={draft} isDisabled={isFixed} />
        <Approval draft={draft} isDisabled={!isOpen} />
        <PlayRefusal error={draft.error} />
        {isOpen ? <SaveBar draft={draft} /> : null}
      </Form>
    </Fold>
  )
}

interface FieldsProps {
  readonly draft: DraftOf<TypedPlay>
  readonly isDisabled: boolean
}

const Countries = ({ draft, isDisabled }: FieldsProps) => {
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

/** Only administrators set it, and only if the settings of the workspace leave it to each play. */
const Approval = ({ draft, isDisabled }: FieldsProps) => {
  const words = useGrowthPlayWords()
  const { isAdministrator } = useRole()
  const { sendApproval: rule } = useReply(getGrowthSettings)
  const isFixed = rule === 'always'
  const hint = isAdministrator ? (isFixed ? words.approvalFixed : undefined) : words.approvalForAdministrators
  return (
    <DraftSelect
      draft={draft}
      field="sendApproval"
      label={words.approval}
      hint={hint}
      choices={sendApprovals.map((one) => [one, words.approvals[one]])}
      isDisabled={isDisabled || !isAdministrator || (isFixed && draft.fields.sendApproval === 'always')}
    />
  )
}

/** The mailboxes that a play sends from. */
const MailboxFields = ({ draft, isDisabled }: FieldsProps) => {
  const words = useGrowthPlayWords()
  const { data } = useLateReply(listGrowthMailboxes)
  const mailboxes = data?.mailboxes ?? []
  const { mailboxIds: chosen } = draft.fields
  const gone = data ? chosen.filter((id) => mailboxes.every((one) => one.id !== id)) : []
  const options = [
    ...mailboxes.map(({ id, address, status }) => ({ id, text: joined(address, words.mailboxStatuses[status]) })),
    ...gone.map((id) => ({ id, text: words.goneMailbox })),
  ]
  const toggle = (id: string, isOn: boolean) =>
    draft.set('mailboxIds', isOn ? [...chosen, id] : chosen.filter((one) => one !== id))
  return (
    <fieldset className="stack-8">
      <legend className="legend-text">{words.mailboxes}</legend>
      {options.map(({ id, text }) => (
        <label key={id} className="line">
          <input
            type="checkbox"
            name="mailboxIds"
            checked={chosen.includes(id)}
            disabled={isDisabled}
            onChange={(event) => toggle(id, event.target.checked)}
          />
          <span className="cut" dir="auto" title={text}>
            {text}
          </span>
        </label>
      ))}
      <p className="quiet">
        {data && options.length === 0 ? (
          <>
            {words.noMailboxes} <TextLink to={paths.growthMailboxes}>{words.goTo.mailbox}</TextLink>
          </>
        ) : chosen.length === 0 ? (
          words.allMailboxes
        ) : null}
      </p>
    </fieldset>
  )
}
