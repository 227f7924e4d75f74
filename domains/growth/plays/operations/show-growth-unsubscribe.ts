import { Readable } from 'node:stream'
import type { Vault } from '../../../../platform/crypto/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { showGrowthUnsubscribe } from '../contract/unsubscribe.ts'
import { pageFor } from '../unsubscribe-page.ts'
import { leadOfLink } from '../unsubscribe-link.ts'

export default (vault: Vault) =>
  handle(showGrowthUnsubscribe, async ({ tx, params, absent, fail, ok }) => {
    if (!vault.available) return fail.noVault()
    const leadId = (await leadOfLink(tx, vault, params.token)) ?? absent()
    return ok(Readable.from([await pageFor(tx, leadId, 'asks')]))
  })
