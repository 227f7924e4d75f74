import { getMyLetters } from '../../../../../domains/accounts/people/contract/letters.ts'
import { getMyPreferences } from '../../../../../domains/accounts/people/contract/preferences.ts'
import { prefetch, useReply } from '../../../api/use-operation.ts'
import { SettingsFrame } from '../settings-frame.tsx'
import { useSettingsWords } from '../../../words/settings/index.ts'
import { useLetterSettings } from '../../../api/use-letter-settings.ts'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { SwitchSetting, SelectSetting } from '../../../parts/forms/switch.tsx'
import { getMe } from '../../../../../domains/accounts/people/contract/me.ts'
import { updateMyName } from '../../../../../domains/accounts/people/contract/sign-in.ts'
import { DraftField, SaveForm } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { OwnDataSection } from './own-data-section.tsx'
import { useChangePreferences } from '../../../api/use-preferences.ts'
import { useNow } from '../../../clock.ts'
import { useFormat } from '../../../format.ts'
import { useSingleKeys } from '../../../preferences.ts'
import { useWords } from '../../../words/shell/index.ts'

export const loader = () => {
  prefetch(getMyPreferences)
  return prefetch(getMyLetters)
}

export default function YouPage() {
  const words = useSettingsWords().you
  return (
    <SettingsFrame title={words.title} text={words.text}>
      <ProfileSection />
      <AppearanceSection />
      <div className="hide-s">
        <ShortcutsSection />
      </div>
      <LettersSection />
      <OwnDataSection />
    </SettingsFrame>
  )
}

const kinds = ['requests', 'approvals', 'failedRuns', 'budgets'] as const

/** Which letters a person gets. */
const LettersSection = () => {
  const words = useSettingsWords().you
  const { letters, save, error } = useLetterSettings()
  return (
    <Section title={words.letters} text={words.lettersText}>
      <div className="panel rows">
        {kinds.map((kind) => (
          <SwitchSetting
            key={kind}
            label={words[kind]}
            hint={kind === 'requests' ? words.requestsHint : undefined}
            isOn={letters[kind]}
            onChange={(isOn) => save({ [kind]: isOn })}
          />
        ))}
      </div>
      <Refusal error={error} />
    </Section>
  )
}

/** The person's name. */
const ProfileSection = () => {
  const words = useSettingsWords()
  const { id, name } = useReply(getMe)
  const form = useForm(updateMyName, { name: `profile.${id}`, saved: { name }, isChange: true })
  return (
    <Section title={words.you.profile}>
      <Form className="panel pad stack" error={form.error} onSubmit={form.submit}>
        <DraftField draft={form} field="name" label={words.you.name} hint={words.you.nameHint} />
        <SaveForm form={form} />
      </Form>
    </Section>
  )
}

const device = 'device'
const orNull = <Name extends string>(name: Name | typeof device) => (name === device ? null : name)

/** Theme, rows and language: at once, and on every device. */
const AppearanceSection = () => {
  const words = useSettingsWords().you
  const { themes, densities } = useWords()
  const { theme, density, language } = useReply(getMyPreferences)
  const { choose, error } = useChangePreferences()
  const { day, number } = useFormat()
  const now = useNow()
  return (
    <Section title={words.looks} text={words.looksText}>
      <div className="panel rows">
        <SelectSetting
          label={words.theme}
          chosen={theme ?? device}
          choices={[
            [device, words.asDevice] as const,
            ['light', themes.light] as const,
            ['dark', themes.dark] as const,
          ]}
          onChoose={(name) => choose({ theme: orNull(name) })}
        />
        <SelectSetting
          label={words.density}
          hint={words.densityHint}
          chosen={density ?? 'normal'}
          choices={[['normal', densities.normal] as const, ['compact', densities.compact] as const]}
          onChoose={(name) => choose({ density: name })}
        />
        <SelectSetting
          label={words.language}
          hint={words.languageHint(day(new Date(now).toISOString()), number(1_234.56, 2))}
          chosen={language ?? device}
          choices={[[device, words.asBrowser] as const, ['en', 'English'] as const, ['de', 'Deutsch'] as const]}
          onChoose={(name) => choose({ language: orNull(name) })}
        />
      </div>
      <Refusal error={error} />
    </Section>
  )
}

const ShortcutsSection = () => {
  const words = useSettingsWords().you
  const isOn = useSingleKeys()
  const { choose, error } = useChangePreferences()
  return (
    <Section title={words.keys} text={words.looksText}>
      <div className="panel rows">
        <SwitchSetting
          label={words.singleKeys}
          hint={words.singleKeysHint}
          isOn={isOn}
          onChange={(singleKeys) => choose({ singleKeys })}
        />
      </div>
      <Refusal error={error} />
    </Section>
  )
}
