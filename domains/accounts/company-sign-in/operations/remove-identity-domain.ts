import { handle } from '../../../../platform/handler/index.ts'
import { removeIdentityDomain } from '../contract.ts'
import { hasProvedDomain } from '../rules.ts'
import { domainsOf, findProvider, lockProvider, removeDomain } from '../store.ts'

export default handle(removeIdentityDomain, async ({ tx, params, fail, absent, ok }) => {
  await lockProvider(tx)
  const [provider, domains] = await Promise.all([findProvider(tx), domainsOf(tx)])
  const removed = domains.find(({ id }) => id === params.id) ?? absent()
  const isLast = !hasProvedDomain(domains.filter(({ id }) => id !== removed.id))
  if (provider?.requiredAt && removed.verifiedAt && isLast) return fail.lastDomain()
  await removeDomain(tx, removed.id)
  return ok({ deleted: true }, { resource: ['identity_domain', removed.id], metadata: { domain: removed.domain } })
})
