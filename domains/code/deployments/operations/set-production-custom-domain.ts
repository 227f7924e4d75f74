import { newLinkToken } from '../../../../platform/crypto/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { lockProject } from '../../projects/index.ts'
import { primaryRepository } from '../../repository-records/index.ts'
import { newLabel } from '../begin.ts'
import { setProductionCustomDomain } from '../contract.ts'
import type { DeploymentParts } from '../parts.ts'
import { presentDomain } from '../present.ts'
import { domainFaults, normalDomain } from '../rules-domains.ts'
import { hostFor, productionLabel } from '../store.ts'
import { findDomain, putDomain, removeDomain } from '../store-domains.ts'

/** Whether another project asked for the same domain is never looked at: its DNS alone decides. */
export default ({ previewSite }: DeploymentParts) =>
  handle(setProductionCustomDomain, async ({ tx, body, caller, now, invalid, absent, ok }) => {
    const { projectId } = body
    const domain = body.domain === null ? null : normalDomain(body.domain)
    const faults = domain === null ? [] : domainFaults(domain, previewSite.ownHosts())
    if (faults.length > 0) return invalid(faults)
    if (!(await lockProject(tx, projectId))) return absent()
    const isChanged = domain
      ? await put(tx, { projectId, domain, setBy: caller.userId, setAt: now })
      : await removeDomain(tx, projectId)
    const label = (await productionLabel(tx, projectId)) ?? (domain ? await firstLabel(tx, projectId, now) : undefined)
    return ok(presentDomain(previewSite, projectId, await findDomain(tx, projectId), label), {
      resource: ['project', projectId],
      within: { projectId },
      metadata: { projectId, domain: domain ?? null },
      ...(!isChanged && { repeated: true }),
    })
  })

const put = (tx: Transaction, added: Omit<Parameters<typeof putDomain>[1], 'proof'>) =>
  putDomain(tx, { ...added, proof: newLinkToken().token })

/** The host that production gets with its first deployment, so that DNS can name it before. */
const firstLabel = async (tx: Transaction, projectId: string, now: Date): Promise<string | undefined> => {
  const repository = await primaryRepository(tx, projectId)
  if (!repository) return undefined
  return hostFor(tx, { projectId, repositoryId: repository.id, kind: 'production', cycleId: null }, newLabel(), now)
}
