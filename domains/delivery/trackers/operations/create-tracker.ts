import { v7 as uuidv7 } from 'uuid'
import { linearAddress } from '../../../../execution/trackers/index.ts'
import { newLinkToken } from '../../../../platform/crypto/index.ts'
import { FetchRefusal, type Fetcher } from '../../../../platform/fetch/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { createTracker } from '../contract.ts'
import { sealKeys } from '../keys.ts'
import type { TrackerParts } from '../parts.ts'
import { presentTracker, trackerAuditSubject, webhookPath } from '../present.ts'
import { trackersMost } from '../rules.ts'
import { insertTracker, isTrackerNamed, lockTrackers, trackers } from '../store-trackers.ts'

const wrongAddress = {
  path: 'baseUrl',
  message: 'has to be a public https address without user, query or fragment',
  rule: 'address',
}

export default ({ vault, fetcher, linkTo }: Pick<TrackerParts, 'vault' | 'fetcher' | 'linkTo'>) =>
  handle(createTracker, async ({ tx, body, caller, now, fail, invalid, created }) => {
    const { kind, name, token, webhookSecret = null, baseUrl = linearAddress } = body
    if (!isAllowed(baseUrl, fetcher)) return invalid([wrongAddress])
    if (!vault.available) return fail.noVault()
    await lockTrackers(tx)
    const others = await trackers(tx)
    if (await isTrackerNamed(tx, name)) return fail.nameTaken()
    if (others.length >= trackersMost) return fail.full()
    const id = uuidv7()
    const { token: hookToken, tokenHash: hookTokenHash } = newLinkToken()
    const sealed = await sealKeys(tx, vault, id, { token, webhookSecret, hookToken })
    const hasWebhookSecret = webhookSecret !== null
    const given = { id, kind, name, baseUrl, hasWebhookSecret, hookTokenHash, createdBy: caller.userId, now }
    const row = await insertTracker(tx, { ...given, ...sealed })
    return created(presentTracker(row, linkTo(webhookPath(hookToken))), trackerAuditSubject(row))
  })

/** Public and https, or of a host that the operator named as a private one. */
const isAllowed = (text: string, fetcher: Fetcher): boolean => {
  if (!URL.canParse(text)) return false
  const { origin, protocol, search, hash, username, password } = new URL(text)
  if ([search, hash, username, password].some((part) => part !== '')) return false
  try {
    return fetcher.judge(origin).isPrivate || protocol === 'https:'
  } catch (error) {
    if (error instanceof FetchRefusal) return false
    throw error
  }
}
