import { v7 as uuidv7 } from 'uuid'
import { linearAddress } from '../../../../execution/trackers/index.ts'
import { newLinkToken } from '../../../../platform/crypto/index.ts'
import { publicAddressOf } from '../../../../platform/fetch/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { createTracker } from '../contract.ts'
import { trackerKeys } from '../keys.ts'
import type { TrackerParts } from '../parts.ts'
import { presentTracker, trackerAuditSubject, webhookPath } from '../present.ts'
import { endsOf } from '../rules.ts'
import { insertTracker, refusalOfTracker } from '../store-trackers.ts'

const wrongAddress = {
  path: 'baseUrl',
  message: 'has to be a public https address without user, query or fragment',
  rule: 'address',
}

export default ({ vault, fetcher, linkTo }: Pick<TrackerParts, 'vault' | 'fetcher' | 'linkTo'>) =>
  handle(createTracker, async ({ tx, body, caller, now, fail, invalid, created }) => {
    const { kind, name, token, refresh, webhookSecret = null, baseUrl = linearAddress } = body
    if (!publicAddressOf(baseUrl, fetcher)) return invalid([wrongAddress])
    if (!vault.available) return fail.noVault()
    const refusal = await refusalOfTracker(tx, name)
    if (refusal) return fail[refusal]()
    const id = uuidv7()
    const { token: hookToken, tokenHash: hookTokenHash } = newLinkToken()
    const sealed = await trackerKeys.seal(tx, vault, id, {
      token,
      webhookSecret,
      hookToken,
      ...(refresh && { refresh }),
    })
    const hasWebhookSecret = webhookSecret !== null
    const ends = endsOf(body, now)
    const given = { ...ends, id, kind, name, baseUrl, hasWebhookSecret, hookTokenHash, createdBy: caller.userId, now }
    const row = await insertTracker(tx, { ...given, ...sealed })
    return created(presentTracker(row, linkTo(webhookPath(hookToken))), trackerAuditSubject(row))
  })
