import { getMyPreferences } from '../../../../../domains/accounts/people/contract/preferences.ts'
import { useChangePreferences } from '../../../api/use-preferences.ts'
import { useReply } from '../../../api/use-operation.ts'
import { useNow } from '../../../clock.ts'
import { useFormat } from '../../../format.ts'
import { Refusal } from '../../../parts/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { SelectSetting, SwitchSetting } from '../../../parts/switch.tsx'
import { useSingleKeys } from '../../../preferences.ts'
import { useWords } from '../../../words/shell/index.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'

const device = 'device'
const orNull = <Name extends string>(name: Name | typeof device) => (name === device ? null : name)

/** Theme, rows and language: at once, and on every device. */
export const AppearanceSection = () => {
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

export const ShortcutsSection = () => {
  const words = useSettingsWords().you
  const isOn = useSingleKeys()
  const { choose, error } = useChangePreferences()
  return (
    <Section title={words.keys}>
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
