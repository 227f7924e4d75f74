import { Readable } from 'node:stream'
import type { Vault } from '../../../../platform/crypto/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { findLead } from '../../leads/index.ts'
import { showGrowthUnsubscribe } from '../contract/unsubscribe.ts'
import { pageFor } from '../unsubscribe-page.ts'
import { recipientOfLink } from '../unsubscribe-link.ts'

export default (vault: Vault) =>
  handle(showGrowthUnsubscribe, async ({ tx, params, absent, fail, ok }) => {
    if (!vault.available) return fail.noVault()
    const { leadId, addressHash } = (await recipientOfLink(tx, vault, params.token)) ?? absent()
    const canUnsubscribe = addressHash !== null || (await findLead(tx, leadId)) !== undefined
    return ok(Readable.from([await pageFor(tx, leadId, canUnsubscribe ? 'asks' : 'unknown')]))
  })
