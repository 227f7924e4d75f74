import { v7 as uuidv7 } from 'uuid'
import { newLinkToken } from '../../../../platform/crypto/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { addIdentityDomain } from '../contract.ts'
import { presentDomain } from '../present.ts'
import { domainFrom } from '../domain-names.ts'
import { domainsMost } from '../rules.ts'
import { addDomain, domainsOf, lockProvider } from '../store.ts'

const noDomain = { path: 'domain', message: 'has to be a domain such as acme.com', rule: 'domain' }

export default handle(addIdentityDomain, async ({ tx, body, now, fail, invalid, created }) => {
  const domain = domainFrom(body.domain) ?? invalid([noDomain])
  await lockProvider(tx)
  const others = await domainsOf(tx)
  if (others.some((one) => one.domain === domain)) return fail.thereAlready()
  if (others.length >= domainsMost) return fail.full()
  const row = await addDomain(tx, { id: uuidv7(), domain, token: newLinkToken().token, now })
  return created(presentDomain(row), { resource: ['identity_domain', row.id], metadata: { domain } })
})
