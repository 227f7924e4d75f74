import { Readable } from 'node:stream'
import type { Vault } from '../../../../platform/crypto/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { unsubscribeFromGrowth } from '../contract/unsubscribe.ts'
import { unsubscribeLead } from '../unsubscribe-lead.ts'
import { recipientOfLink } from '../unsubscribe-link.ts'
import { pageFor } from '../unsubscribe-page.ts'

export default (vault: Vault) =>
  handle(unsubscribeFromGrowth, async ({ tx, params, body, absent, fail, ok }) => {
    // The link alone says who unsubscribes; what a mail program sends with it says nothing more.
    body.resume()
    if (!vault.available) return fail.noVault()
    const recipient = (await recipientOfLink(tx, vault, params.token)) ?? absent()
    const outcome = await unsubscribeLead(tx, vault, recipient)
    return ok(Readable.from([await pageFor(tx, recipient.leadId, outcome)]))
  })
