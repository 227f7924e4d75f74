import { useLetterSettings } from '../../../api/use-letter-settings.ts'
import { Refusal } from '../../../parts/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { SwitchSetting } from '../../../parts/switch.tsx'
import { useSettingsWords } from '../../../words/settings/index.ts'

const kinds = ['requests', 'approvals', 'failedRuns', 'budgets'] as const

/** Which letters a person gets. */
export const LettersSection = () => {
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
