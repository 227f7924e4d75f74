import { getMyLetters } from '../../../../../domains/accounts/people/contract/letters.ts'
import { getMyPreferences } from '../../../../../domains/accounts/people/contract/preferences.ts'
import { prefetch, useReply } from '../../../api/use-operation.ts'
import { SettingsFrame } from '../settings-frame.tsx'
import { useSettingsWords } from '../../../words/settings/index.ts'
import { ShortcutsSection, AppearanceSection } from './appearance.tsx'
import { useLetterSettings } from '../../../api/use-letter-settings.ts'
import { Refusal } from '../../../parts/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { SwitchSetting } from '../../../parts/switch.tsx'
import { getMe } from '../../../../../domains/accounts/people/contract/me.ts'
import { updateMyName } from '../../../../../domains/accounts/people/contract/sign-in.ts'
import { DraftField, SaveBar } from '../../../parts/draft-field.tsx'
import { Form } from '../../../parts/form.tsx'
import { useForm } from '../../../parts/use-form.ts'
import { OwnDataSection } from './own-data-section.tsx'

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
      <ShortcutsSection />
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
        <Refusal error={form.error} />
        <SaveBar draft={form} />
      </Form>
    </Section>
  )
}
