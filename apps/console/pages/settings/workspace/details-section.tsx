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
import { useForm } from '../../../parts/forms/use-form.ts'
import { useLanguage } from '../../../preferences.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'

export const DetailsSection = ({ isAdministrator }: { readonly isAdministrator: boolean }) => {
  const words = useSettingsWords().workspace
  const { workspaceId, revision, ...saved } = useReply(getWorkspaceSettings)
  const language = useLanguage()
  const now = useNow()
  const draft = useForm(updateWorkspaceSettings, {
    name: `workspace.${workspaceId}`,
    // Other fields of the answer have another page.
    saved: { name: saved.name, timeZone: saved.timeZone, locale: saved.locale },
    isChange: true,
    readsAfterRefusal: true,
    body: (_fields, mine) => ({ ...mine, revision }),
  })
  const { timeZone, locale } = draft.fields
  const region = localeOf(language, { timeZone, locale })
  const options = { timeZone, weekday: 'long', hour: 'numeric', minute: '2-digit' } as const
  const timeThere = new Intl.DateTimeFormat(region, options).format(now)
  const languageOfLocale = locale.split('-')[0]!
  const written = localeOf(languageOfLocale, { timeZone, locale })
  const date = new Intl.DateTimeFormat(written, { dateStyle: 'long' }).format(now)
  const number = new Intl.NumberFormat(written, { minimumFractionDigits: 2 }).format(1_234.5)
  return (
    <Section title={words.details}>
      <Form className="panel pad stack" error={draft.error} onSubmit={draft.submit}>
        <DraftField draft={draft} field="name" label={words.name} hint={words.nameHint} isDisabled={!isAdministrator} />
        <DraftSelect
          draft={draft}
          isDisabled={!isAdministrator}
          field="timeZone"
          label={words.timeZone}
          hint={words.timeZoneHint(timeThere)}
          choices={zones(timeZone).map((zone) => [zone, zone.replaceAll('_', ' ')])}
        />
        <DraftSelect
          draft={draft}
          isDisabled={!isAdministrator}
          field="locale"
          label={words.locale}
          hint={words.localeHint(date, number, named(languageOfLocale, language))}
          choices={locales(locale).map((one) => [one, named(one, language)])}
        />
        {isAdministrator ? <SaveForm form={draft} /> : null}
      </Form>
    </Section>
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
