import { getIdentityProvider } from '../../../../../domains/accounts/company-sign-in/contract/provider.ts'
import { listMyIdentities } from '../../../../../domains/accounts/company-sign-in/contract/sign-in.ts'
import { listMyPasskeys } from '../../../../../domains/accounts/people/contract/sign-in/passkeys.ts'
import { prefetch, useLateReply, useReply, useOperation } from '../../../api/use-operation.ts'
import { useRole } from '../../../api/use-role.ts'
import { useFormat } from '../../../format.ts'
import { Section } from '../../../parts/section.tsx'
import { useCompanyWords } from '../../../words/company/index.ts'
import { SettingsFrame } from '../settings-frame.tsx'
import { ProviderSection, type Company, RequirementSection } from './provider-section.tsx'
import {
  addIdentityDomain,
  removeIdentityDomain,
  verifyIdentityDomain,
} from '../../../../../domains/accounts/company-sign-in/contract/domains.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { CopyButton } from '../../../parts/text/copy-button.tsx'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { useSettingsWords } from '../../../words/settings/index.ts'

export const loader = () => {
  prefetch(listMyPasskeys)
  return prefetch(listMyIdentities)
}

/** How the people of the agency sign in with their company's identity provider. */
export default function SignInSettingsPage() {
  const words = useCompanyWords().settings
  const { isAdministrator } = useRole()
  const provider = useLateReply(getIdentityProvider, {}, { enabled: isAdministrator }).data?.provider
  return (
    <SettingsFrame title={words.title} text={provider === null ? words.isOff : words.text}>
      {isAdministrator ? <CompanySettings /> : <p className="quiet">{words.readOnly}</p>}
    </SettingsFrame>
  )
}

const CompanySettings = () => {
  const words = useCompanyWords().settings
  const { day } = useFormat()
  const company = useReply(getIdentityProvider)
  const { provider, domains, stoppingKeys } = company
  return (
    <>
      <ProviderSection key={provider?.issuer ?? ''} company={company} />
      {provider === null && domains.length === 0 ? null : <DomainsSection domains={domains} />}
      {provider === null ? null : <RequirementSection provider={provider} />}
      {stoppingKeys.length > 0 ? (
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
      ) : null}
    </>
  )
}

type Domain = Company['domains'][number]

/** The domains of the company, with the text in DNS that proves each. */
const DomainsSection = ({ domains }: Pick<Company, 'domains'>) => {
  const words = useCompanyWords().settings
  const form = useForm(addIdentityDomain, { saved: { domain: '' } })
  return (
    <Section title={words.domains} text={words.domainsText}>
      {domains.length === 0 ? null : (
        <div className="panel rows">
          {domains.map((one) => (
            <DomainRow key={one.id} domain={one} />
          ))}
        </div>
      )}
      <Form className="panel pad stack" error={form.error} onSubmit={form.submit}>
        <DraftField draft={form} field="domain" label={words.domain} inputMode="url" />
        <FormFoot of={form} verb={words.add} variant="outline" />
      </Form>
    </Section>
  )
}

const DomainRow = ({ domain }: { readonly domain: Domain }) => {
  const words = useCompanyWords().settings
  const { remove: removeText } = useSettingsWords().security
  const { day } = useFormat()
  const verify = useOperation(verifyIdentityDomain)
  const remove = useOperation(removeIdentityDomain)
  const { id, verifiedAt, missingSince } = domain
  const proof = verifiedAt === null ? '' : words.proved(day(verifiedAt))
  return (
    <div className="pad stack">
      <div className="row person">
        <div className="who">
          <b className="cut">{domain.domain}</b>
          <span className="quiet">{missingSince === null ? proof : words.missing(day(missingSince))}</span>
        </div>
        <div className="acts">
          {verifiedAt === null ? (
            <Button
              size="small"
              isPending={verify.isPending}
              pendingText={words.verifying}
              onClick={() => verify.mutate({ params: { id } })}
            >
              {words.verify}
            </Button>
          ) : null}
          <Button
            size="small"
            aria-label={words.removeDomain(domain.domain)}
            isPending={remove.isPending}
            onClick={() => remove.mutate({ params: { id } })}
          >
            {removeText}
          </Button>
        </div>
      </div>
      {verifiedAt === null || missingSince !== null ? (
        <>
          <p className="quiet">{words.unproved}</p>
          {[domain.recordName, domain.recordText].map((text) => (
            <div key={text} className="line">
              <code className="command">{text}</code>
              <CopyButton text={text} label={words.unproved} />
            </div>
          ))}
        </>
      ) : null}
      <Refusal error={verify.error ?? remove.error} />
    </div>
  )
}
