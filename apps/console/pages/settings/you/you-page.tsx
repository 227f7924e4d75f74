import { getMyLetters } from '../../../../../domains/accounts/people/contract/letters.ts'
import { getMyPreferences } from '../../../../../domains/accounts/people/contract/preferences.ts'
import { prefetch } from '../../../api/use-operation.ts'
import { SettingsFrame } from '../settings-frame.tsx'
import { useSettingsWords } from '../../../words/settings/index.ts'
import { LettersSection } from './email-preferences-section.tsx'
import { ShortcutsSection, AppearanceSection } from './appearance.tsx'
import { ProfileSection } from './profile-section.tsx'

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
    </SettingsFrame>
  )
}
