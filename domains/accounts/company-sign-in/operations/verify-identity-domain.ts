import { handle } from '../../../../platform/handler/index.ts'
import { verifyIdentityDomain } from '../contract.ts'
import type { CompanyParts } from '../parts.ts'
import { presentDomain } from '../present.ts'
import { proofOfDomain } from '../rules.ts'
import { findDomain, verifyDomain } from '../store.ts'

export default ({ mailTexts }: Pick<CompanyParts, 'mailTexts'>) =>
  handle(verifyIdentityDomain, async ({ params, read, commit, absent, fail }) => {
    const asked = (await read((tx) => findDomain(tx, params.id))) ?? absent()
    const proof = proofOfDomain(asked)
    const texts = (await mailTexts.reading((readTexts) => readTexts(proof.name))) ?? fail.silent()
    if (!texts.includes(proof.text)) return fail.notFound()
    return commit(async ({ tx, now, ok }) => {
      const verified = await verifyDomain(tx, params.id, now).catch((error: unknown) => {
        if ((error as { constraint?: string }).constraint === 'identity_domain_verified') return fail.taken()
        throw error
      })
      const row = verified ?? absent()
      return ok(presentDomain(row), { resource: ['identity_domain', row.id], metadata: { domain: row.domain } })
    })
  })
