import { listMyPasskeys } from '../../../../../domains/accounts/people/contract/sign-in/passkeys.ts'
import { listMySessions } from '../../../../../domains/accounts/people/contract/me.ts'
import { listMyIdentities } from '../../../../../domains/accounts/company-sign-in/contract/sign-in.ts'
import { prefetch, useReply } from '../../../api/use-operation.ts'
import { prefetchPages, usePages, useLoadAllPages } from '../../../api/use-pages.ts'
import { SettingsFrame } from '../settings-frame.tsx'
import { AddressSection } from './email-address-section.tsx'
import { CompanySection } from './company-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { useSettingsWords } from '../../../words/settings/index.ts'

export const loader = () => {
  prefetch(listMyPasskeys)
  prefetch(listMyIdentities)
  return prefetchPages(listMySessions)
}

export default function SecurityPage() {
  const words = useSettingsWords().security
  const passkeys = useReply(listMyPasskeys)
  const { rows: sessions, ...rest } = usePages(listMySessions)
  // Ending the others ends all of them.
  useLoadAllPages(rest, true)
  return (
    <SettingsFrame title={words.title} text={words.text(passkeys.length, sessions.length)}>
      <PasskeysSection passkeys={passkeys} />
      <SessionsSection sessions={sessions} rest={rest} />
      <PasswordSection />
      <CompanySection />
      <AddressSection />
    </SettingsFrame>
  )
}
