import {
  getWorkspaceSettings,
  updateWorkspaceSettings,
} from '../../../../../domains/accounts/workspaces/contract/settings.ts'
import { useReply } from '../../../api/use-operation.ts'
import { localeOf } from '../../../locale.ts'
import { useNow } from '../../../clock.ts'
import { DraftField, SaveForm } from '../../../parts/forms/draft-field.tsx'
import { DraftSelect } from '../../../parts/forms/draft-select.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { Section } from '../../../parts/section.tsx'
import type { DraftPart } from '../../../parts/forms/use-draft.ts'
import { useForm } from '../../../parts/forms/use-form.ts'
import { useLanguage } from '../../../preferences.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'

/** The fields of the form; other fields of the answer have another page. */
interface Details extends Record<string, string> {
  readonly name: string
  readonly timeZone: string
  readonly locale: string
}

export const DetailsSection = ({ isAdministrator }: { readonly isAdministrator: boolean }) => {
  const words = useSettingsWords().workspace
  const { workspaceId, name, timeZone, locale, revision } = useReply(getWorkspaceSettings)
  const draft = useForm<typeof updateWorkspaceSettings, Details>(updateWorkspaceSettings, {
    name: `workspace.${workspaceId}`,
    saved: { name, timeZone, locale },
    isChange: true,
    readsAfterRefusal: true,
    body: (_fields, mine) => ({ ...mine, revision }),
  })
  return (
    <Section title={words.details}>
      <Form className="panel pad stack" error={draft.error} onSubmit={draft.submit}>
        <DraftField draft={draft} field="name" label={words.name} hint={words.nameHint} isDisabled={!isAdministrator} />
        <TimeZone draft={draft} isDisabled={!isAdministrator} />
        <Locale draft={draft} isDisabled={!isAdministrator} />
        {isAdministrator ? <SaveForm form={draft} /> : null}
      </Form>
    </Section>
  )
}

interface RegionProps {
  readonly draft: DraftPart<Details>
  readonly isDisabled: boolean
}

const TimeZone = ({ draft, isDisabled }: RegionProps) => {
  const words = useSettingsWords().workspace
  const language = useLanguage()
  const now = useNow()
  const { timeZone, locale } = draft.fields
  const region = localeOf(language, { timeZone, locale })
  const options = { timeZone, weekday: 'long', hour: 'numeric', minute: '2-digit' } as const
  const timeThere = new Intl.DateTimeFormat(region, options).format(now)
  return (
    <DraftSelect
      draft={draft}
      isDisabled={isDisabled}
      field="timeZone"
      label={words.timeZone}
      hint={words.timeZoneHint(timeThere)}
      choices={zones(timeZone).map((zone) => [zone, zone.replaceAll('_', ' ')])}
    />
  )
}

const Locale = ({ draft, isDisabled }: RegionProps) => {
  const words = useSettingsWords().workspace
  const language = useLanguage()
  const { timeZone, locale } = draft.fields
  const written = localeOf(locale.split('-')[0]!, { timeZone, locale })
  const date = new Intl.DateTimeFormat(written, { dateStyle: 'long' }).format(useNow())
  const hint = words.localeHint(date, new Intl.NumberFormat(written, { minimumFractionDigits: 2 }).format(1_234.5))
  return (
    <DraftSelect
      draft={draft}
      isDisabled={isDisabled}
      field="locale"
      label={words.locale}
      hint={hint}
      choices={locales(locale).map((one) => [one, named(one, language)])}
    />
  )
}

const usualLocales = [
  'en',
  'en-GB',
  'en-US',
  'en-IE',
  'en-AU',
  'en-CA',
  'en-IN',
  'de',
  'de-DE',
  'de-AT',
  'de-CH',
  'fr-FR',
  'fr-CH',
  'es-ES',
  'it-IT',
  'nl-NL',
  'pl-PL',
  'pt-BR',
  'pt-PT',
  'sv-SE',
  'da-DK',
  'nb-NO',
  'fi-FI',
  'cs-CZ',
  'ja-JP',
]

const withOwn = (own: string, all: readonly string[]) => (all.includes(own) ? all : [own, ...all])

/** The time zones that this browser knows, and the chosen zone. */
const zones = (chosen: string): readonly string[] => withOwn(chosen, ['UTC', ...Intl.supportedValuesOf('timeZone')])

/** Locales to choose from, and the chosen locale. */
const locales = (chosen: string): readonly string[] => withOwn(chosen, usualLocales)

/** A locale as people call it: Austrian German. */
const named = (locale: string, language: string): string =>
  new Intl.DisplayNames(language, { type: 'language' }).of(locale) ?? locale
