import { AloneNotice } from '../../shell/alone-notice.tsx'
import { useSettingsWords } from '../../words/settings/index.ts'

/** Shown to a person who deleted their account. */
export default function AccountDeletedPage() {
  const words = useSettingsWords().data
  return <AloneNotice title={words.gone} text={words.goneText} home={words.goneSignIn} />
}
