import { companySignIn as contract } from '../../../../domains/accounts/company-sign-in/contract.ts'
import type { Client, Reply } from '../../client/client.ts'
import { absent, usage } from '../../failure.ts'
import type { Session } from '../../session.ts'
import { readStandardInput } from '../../terminal/ask.ts'
import { printable } from '../../terminal/text.ts'

type Company = Reply<typeof contract.getIdentityProvider>
type Domain = Company['domains'][number]

/** `atelier company-sign-in`: prints the identity provider, the domains, and the keys that are about to stop. */
export const showCompanySignIn = async (session: Session): Promise<void> => {
  const client = await session.client()
  present(session, await client.call(contract.getIdentityProvider))
}

interface ProviderOptions {
  readonly name?: string
  readonly issuer?: string
  readonly clientId?: string
  readonly clientSecretStdin?: boolean
  readonly roleClaim?: string
  readonly admins?: readonly string[]
  readonly members?: readonly string[]
  readonly defaultRole?: 'admin' | 'member' | 'none'
  readonly trustAddresses?: boolean
}

/** `atelier company-sign-in set`: changes settings of company sign-in; other values stay as they are. */
export const setCompanySignIn = async (session: Session, options: ProviderOptions): Promise<void> => {
  const client = await session.client()
  const { provider } = await client.call(contract.getIdentityProvider)
  const name = options.name ?? provider?.name
  const issuer = options.issuer ?? provider?.issuer
  const clientId = options.clientId ?? provider?.clientId
  if (name === undefined || issuer === undefined || clientId === undefined)
    throw usage('A new provider needs --name, --issuer, --client-id, and its secret with --client-secret-stdin.')
  const clientSecret = options.clientSecretStdin ? await readStandardInput() : undefined
  const { defaultRole = provider ? (provider.defaultRole ?? 'none') : 'member' } = options
  const body = {
    name,
    issuer,
    clientId,
    ...(clientSecret !== undefined && { clientSecret }),
    roleClaim: options.roleClaim === undefined ? (provider?.roleClaim ?? null) : options.roleClaim || null,
    roles: [...rolesOf('admin', options.admins, provider), ...rolesOf('member', options.members, provider)],
    defaultRole: defaultRole === 'none' ? null : defaultRole,
    trustsAddresses: options.trustAddresses ?? provider?.trustsAddresses ?? false,
  }
  present(session, await client.call(contract.saveIdentityProvider, { body }))
}

/** The groups of a role: the named ones, else the present ones. */
const rolesOf = (role: 'admin' | 'member', groups: readonly string[] | undefined, provider: Company['provider']) =>
  groups?.filter(Boolean).map((value) => ({ value, role })) ?? provider?.roles.filter((one) => one.role === role) ?? []

/** `atelier company-sign-in add-domain`: adds a domain, and prints the text for DNS. */
export const addCompanyDomain = async (session: Session, domain: string): Promise<void> => {
  const client = await session.client()
  const added = await client.call(contract.addIdentityDomain, { body: { domain } })
  session.output.show(added, domainLines(added))
}

/** `atelier company-sign-in verify-domain`. */
export const verifyCompanyDomain = async (session: Session, domain: string): Promise<void> => {
  const client = await session.client()
  const { id } = await domainNamed(client, domain)
  const verified = await client.call(contract.verifyIdentityDomain, { params: { id } })
  session.output.show(verified, domainLines(verified))
}

/** `atelier company-sign-in remove-domain`. */
export const removeCompanyDomain = async (session: Session, domain: string): Promise<void> => {
  const client = await session.client()
  const { id } = await domainNamed(client, domain)
  const reply = await client.call(contract.removeIdentityDomain, { params: { id } })
  session.output.show(reply, `Removed ${printable(domain)}.`)
}

const domainNamed = async (client: Client, domain: string): Promise<Domain> => {
  const { domains } = await client.call(contract.getIdentityProvider)
  const found = domains.find((one) => one.domain === domain.toLowerCase())
  if (!found) throw absent('domain_not_found', `The workspace has no domain ${domain}. See “atelier company-sign-in”.`)
  return found
}

const present = (session: Session, company: Company) => {
  const { output } = session
  output.document(company)
  const { provider, redirectUri, domains, stoppingKeys } = company
  if (provider === null) output.print('No identity provider. Save one with “atelier company-sign-in set”.')
  else {
    output.print(`${printable(provider.name)}  ${printable(provider.issuer)}`)
    const { requiredAt } = provider
    output.print(requiredAt === null ? 'not required' : `required since ${requiredAt.slice(0, 10)}`)
  }
  output.print(`comes back to  ${redirectUri}`)
  for (const line of domains.flatMap(domainLines)) output.print(line)
  for (const { name, keys, stopAt } of stoppingKeys)
    output.print(`${printable(name)}: ${keys === 1 ? 'a key stops' : `${keys} keys stop`} on ${stopAt.slice(0, 10)}`)
}

const domainLines = ({ domain, verifiedAt, recordName, recordText }: Domain) =>
  verifiedAt === null
    ? [`${domain}  not proved`, `  put into DNS: ${recordName} TXT "${recordText}"`]
    : [`${domain}  proved ${verifiedAt.slice(0, 10)}`]
