import { getIdentityProvider } from '../../../../../domains/accounts/company-sign-in/contract/provider.ts'
import { listMyIdentities } from '../../../../../domains/accounts/company-sign-in/contract/sign-in.ts'
import { listMyPasskeys } from '../../../../../domains/accounts/people/contract/sign-in/passkeys.ts'
import { prefetch, useReply } from '../../../api/use-operation.ts'
import { useRole } from '../../../api/use-role.ts'
import { useFormat } from '../../../format.ts'
import { Section } from '../../../parts/section.tsx'
import { useCompanyWords } from '../../../words/company/index.ts'
import { SettingsFrame } from '../settings-frame.tsx'
import { DomainsSection } from './domains-section.tsx'
import { ProviderSection, type Company } from './provider-section.tsx'
import { RequirementSection } from './requirement-section.tsx'

export const loader = () => {
  prefetch(listMyPasskeys)
  return prefetch(listMyIdentities)
}

/** How the people of the agency sign in with their company's identity provider. */
export default function SignInSettingsPage() {
  const words = useCompanyWords().settings
  const { isAdministrator } = useRole()
  return (
    <SettingsFrame title={words.title} text={words.text}>
      {isAdministrator ? <CompanySettings /> : <p className="quiet">{words.readOnly}</p>}
    </SettingsFrame>
  )
}

const CompanySettings = () => {
  const company = useReply(getIdentityProvider)
  const { provider, domains, stoppingKeys } = company
  return (
    <>
      <ProviderSection key={provider?.issuer ?? ''} company={company} />
      {provider === null && domains.length === 0 ? null : <DomainsSection domains={domains} />}
      {provider === null ? null : <RequirementSection provider={provider} />}
      {stoppingKeys.length > 0 ? <StoppingKeys stoppingKeys={stoppingKeys} /> : null}
    </>
  )
}

const StoppingKeys = ({ stoppingKeys }: Pick<Company, 'stoppingKeys'>) => {
  const words = useCompanyWords().settings
  const { day } = useFormat()
  return (
    <Section title={words.keys} text={words.keysText}>
      <div className="panel rows">
        {stoppingKeys.map(({ userId, name, keys, stopAt }) => (
          <div key={userId} className="row person">
            <div className="who">
              <b className="cut" dir="auto">
                {name}
              </b>
              <span className="quiet">
                {words.keysOf(keys)} ·{' '}
                {new Date(stopAt) > new Date() ? words.stops(day(stopAt)) : words.stopped(day(stopAt))}
              </span>
            </div>
          </div>
        ))}
      </div>
    </Section>
  )
}
