import type { Static } from 'typebox'
import { v7 as uuidv7 } from 'uuid'
import { byServer, record } from '../../../platform/audit/index.ts'
import { normalEmail, isMailAddress } from '../../../platform/contract/email.ts'
import { faultsOfName } from '../../../platform/contract/schema.ts'
import {
  newLinkToken,
  openIfKeyed,
  linkTokenHash,
  RootKeyMissing,
  VaultUnavailable,
  type Vault,
} from '../../../platform/crypto/index.ts'
import type { ChangedBy, Transaction } from '../../../platform/db/transaction.ts'
import { handle } from '../../../platform/handler/index.ts'
import { MailFailure, newVerifier, oauthProviders, type MailTexts } from '../../../execution/mail/index.ts'
import { isTimeZone, dayIn, workspaceTimeZone } from '../../accounts/workspaces/index.ts'
import { domainOf } from '../suppression/index.ts'
import * as contract from './contract.ts'
import { shownName, isWarmingUp, sendsOn, dailyLimitByDefault, mailboxesMost, type SetAsideReason } from './rules.ts'
import { checkRecords, type CheckedRecord } from './rules/dns-records.ts'
import {
  type MailboxOperationParts,
  redirectPath,
  type MailboxParts,
  signInVerifier,
  mailboxCredentials,
  type Credentials,
} from './sign-in.ts'
import { beginConnection, claimConnection } from './store-connections.ts'
import {
  findMailbox,
  disconnectMailbox,
  mailboxes,
  sendableMailboxes,
  lockMailbox,
  saveMailbox,
  sentOn,
  connectMailbox,
  lockMailboxes,
  mailboxAt,
  failMailbox,
  countSetAside,
} from './store.ts'
import type { MailboxRow } from './tables.ts'

type WireMailbox = Static<typeof contract.GrowthMailbox>

/** Mailboxes with the number that each sent on this day of its own time zone. */
const presentMailboxes = async (tx: Transaction, rows: readonly MailboxRow[], now: Date): Promise<WireMailbox[]> => {
  const days = new Map(rows.map(({ id, timeZone }) => [id, dayIn(timeZone, now)]))
  const sent = await sentOn(tx, days)
  return rows.map((row) => present(row, days.get(row.id)!, sent.get(row.id) ?? 0))
}

const presentMailbox = async (tx: Transaction, mailbox: MailboxRow, now: Date): Promise<WireMailbox> =>
  (await presentMailboxes(tx, [mailbox], now))[0]!

const present = (mailbox: MailboxRow, day: string, sent: number): WireMailbox => {
  const { id, provider, address, displayName, status, failure, dailyLimit, dkimSelector, timeZone } = mailbox
  const own = { id, provider, address, displayName, status, failure, dailyLimit, dkimSelector, timeZone }
  return {
    ...own,
    warmUp: { startedOn: mailbox.warmUpStartedOn, isWarmingUp: isWarmingUp(day, mailbox) },
    today: { day, sent, limit: sendsOn(day, mailbox) },
    setAside: { mails: mailbox.setAsideMails, reason: mailbox.setAsideReason },
    connectedAt: mailbox.connectedAt,
    disconnectedAt: mailbox.disconnectedAt,
  }
}

const withinMs = 45_000
const errorOf = { address: 'serverRefused', sign_in: 'signInRefused', unavailable: 'notReached' } as const

const addGrowthMailbox = ({ mail, vault }: Pick<MailboxOperationParts, 'mail' | 'vault'>) =>
  handle(contract.addGrowthMailbox, async ({ body, caller, now, signal, commit, fail }) => {
    if (!vault.available) return fail.noVault()
    const { user, password, smtp, imap, displayName = null, dkimSelector = null } = body
    const servers = { smtp, imap }
    const until = AbortSignal.any([signal, AbortSignal.timeout(withinMs)])
    await mail.check(servers, { user, password }, until).catch((error: unknown) => {
      if (error instanceof MailFailure) return fail[errorOf[error.reason]]({ reason: error.message })
      throw error
    })
    const { userId } = caller
    return commit(async ({ tx, created }) => {
      const credentials = { kind: 'password', servers, user, password } as const
      const address = normalEmail(body.address)
      const added = { provider: 'imap', address, displayName, dkimSelector, credentials, userId, now } as const
      const mailbox = await registerMailbox(tx, vault, added)
      if (!mailbox) return fail.tooMany()
      return created(await presentMailbox(tx, mailbox, now), { resource: ['growth_mailbox', mailbox.id] })
    })
  })

const checkGrowthMailboxDns = ({ mailTexts }: Pick<MailboxOperationParts, 'mailTexts'>) =>
  handle(contract.checkGrowthMailboxDns, async ({ params, query, read, absent, ok }) => {
    const mailbox = await read(async (tx) => (await findMailbox(tx, { id: params.mailboxId })) ?? absent())
    return ok(await checkDns(mailTexts, { ...mailbox, dkimSelector: query.selector ?? mailbox.dkimSelector }))
  })

const connectWithinMs = 600_000

const connectGrowthMailbox = ({ mail, vault, linkTo }: Pick<MailboxOperationParts, 'mail' | 'vault' | 'linkTo'>) =>
  handle(contract.connectGrowthMailbox, async ({ tx, workspace, body: { provider }, caller, now, fail, ok }) => {
    if (!mail.oauth.hasClient(provider)) return fail.noClient()
    if (!vault.available) return fail.noVault()
    const { token: state, tokenHash: stateHash } = newLinkToken()
    const { verifier, challenge } = newVerifier()
    const secret = await signInVerifier.seal(tx, vault, state, verifier)
    const expiresAt = new Date(now.getTime() + connectWithinMs)
    await beginConnection(tx, { stateHash, provider, userId: caller.userId, expiresAt, ...secret }, now)
    const redirectUri = linkTo(redirectPath)
    return ok(
      { authorizationUrl: mail.oauth.authorizeUrl(provider, { state, challenge, redirectUri }) },
      { resource: ['growth_mailbox', workspace], metadata: { provider } },
    )
  })

const revokeWithinMs = 10_000

const disconnectGrowthMailbox = (parts: Pick<MailboxOperationParts, 'mail' | 'vault'>) =>
  handle(contract.disconnectGrowthMailbox, async ({ params: { mailboxId: id }, now, signal, read, commit, absent }) => {
    const { mail, vault } = parts
    const access = await read(async (tx) => {
      const mailbox = (await findMailbox(tx, { id })) ?? absent()
      // Without the key that sealed them, the credentials can still be deleted.
      const credentials = await openIfKeyed(() => mailboxCredentials.open(tx, vault, mailbox.id, mailbox))
      const provider = oauthProviders.find((one) => one === mailbox.provider)
      return provider && credentials?.kind === 'oauth' ? { provider, token: credentials.refreshToken } : undefined
    })
    const until = AbortSignal.any([signal, AbortSignal.timeout(revokeWithinMs)])
    const revoked = access !== undefined && (await mail.oauth.revoke(access.provider, access.token, until))
    return commit(async ({ tx, ok }) => {
      const ended = await disconnectMailbox(tx, { id, now })
      const answer = { id, disconnected: true, revoked }
      return ended ? ok(answer, { resource: ['growth_mailbox', id], metadata: { revoked } }) : ok(answer)
    })
  })

const finishWithinMs = 30_000

const finishGrowthMailboxConnect = ({ database, mail, vault, linkTo }: MailboxOperationParts) =>
  handle(contract.finishGrowthMailboxConnect, async ({ workspace, body, caller, now, signal, commit, fail }) => {
    const { state, code } = body
    if (!vault.available) return fail.noVault()
    const { userId } = caller
    const stateHash = linkTokenHash(state) ?? fail.stateRefused()
    const begun = await database
      .within(workspace, async (tx) => {
        const taken = await claimConnection(tx, { stateHash, userId, now })
        return taken && { provider: taken.provider, verifier: await signInVerifier.open(tx, vault, state, taken) }
      })
      .catch((error: unknown) => {
        if (error instanceof VaultUnavailable || error instanceof RootKeyMissing) return fail.noVault()
        throw error
      })
    if (!begun) return fail.stateRefused()
    const { provider, verifier } = begun
    if (!mail.oauth.hasClient(provider)) return fail.noClient()
    const until = AbortSignal.any([signal, AbortSignal.timeout(finishWithinMs)])
    const granted = await mail.oauth
      .exchange(provider, { code, verifier, redirectUri: linkTo(redirectPath) }, now, until)
      .catch((error: unknown) => {
        if (error instanceof MailFailure) return fail.accessRefused({ reason: error.message })
        throw error
      })
    const { address: spelled, name, ...tokens } = granted
    if (!isMailAddress(spelled)) return fail.accessRefused({ reason: 'The provider named no usable address.' })
    const address = normalEmail(spelled)
    return commit(async ({ tx, created }) => {
      const credentials = { kind: 'oauth', ...tokens } as const
      const displayName = shownName(name)
      const mailbox = await registerMailbox(tx, vault, { provider, address, displayName, credentials, userId, now })
      if (!mailbox) return fail.tooMany()
      return created(await presentMailbox(tx, mailbox, now), {
        resource: ['growth_mailbox', mailbox.id],
        metadata: { provider },
      })
    })
  })

const listGrowthMailboxes = ({ mail }: Pick<MailboxParts, 'mail'>) =>
  handle(contract.listGrowthMailboxes, async ({ tx, query, now, ok }) => {
    const rows = query.includeDisconnected === 'true' ? await mailboxes(tx) : await sendableMailboxes(tx)
    return ok({
      mailboxes: await presentMailboxes(tx, rows, now),
      providers: oauthProviders.filter((one) => mail.oauth.hasClient(one)),
    })
  })

const updateGrowthMailbox = handle(
  contract.updateGrowthMailbox,
  async ({ tx, params, body, now, fail, absent, invalid, ok }) => {
    const before = (await lockMailbox(tx, { id: params.mailboxId })) ?? absent()
    if (before.status === 'disconnected') return fail.isDisconnected()
    const faults = faultsOfName('displayName', body.displayName, [before.displayName])
    if (faults.length > 0) return invalid(faults)
    const { paused, ...changes } = body
    if (body.timeZone !== undefined && !isTimeZone(body.timeZone))
      return invalid([{ path: 'timeZone', message: 'must be the IANA name of a time zone', rule: 'timeZone' }])
    const status = paused === undefined ? before.status : paused ? 'paused' : 'connected'
    const failure = status === 'failing' ? before.failure : null
    const saved = (await saveMailbox(tx, { ...before, ...changes, status, failure, now })) ?? absent()
    return ok(await presentMailbox(tx, saved, now), { resource: ['growth_mailbox', saved.id], metadata: body })
  },
)

export default (parts: MailboxOperationParts) => ({
  listGrowthMailboxes: listGrowthMailboxes(parts),
  connectGrowthMailbox: connectGrowthMailbox(parts),
  finishGrowthMailboxConnect: finishGrowthMailboxConnect(parts),
  addGrowthMailbox: addGrowthMailbox(parts),
  updateGrowthMailbox,
  disconnectGrowthMailbox: disconnectGrowthMailbox(parts),
  checkGrowthMailboxDns: checkGrowthMailboxDns(parts),
})

interface NewMailbox extends ChangedBy, Pick<MailboxRow, 'provider' | 'address' | 'displayName'> {
  /** Null for a usual selector of the provider. */
  readonly dkimSelector?: string | null
  readonly credentials: Credentials
}

/** Stores a mailbox, whose warm-up begins today; undefined if the workspace has too many. */
export const registerMailbox = async (
  tx: Transaction,
  vault: Vault,
  { credentials, dkimSelector = null, ...mailbox }: NewMailbox,
): Promise<MailboxRow | undefined> => {
  await lockMailboxes(tx)
  const before = await mailboxAt(tx, { address: mailbox.address })
  const others = (await mailboxes(tx)).filter(({ id, status }) => id !== before?.id && status !== 'disconnected')
  if (others.length >= mailboxesMost) return undefined
  const id = before?.id ?? uuidv7()
  const timeZone = await workspaceTimeZone(tx)
  const secret = await mailboxCredentials.seal(tx, vault, id, credentials)
  const limits = { timeZone, warmUpStartedOn: dayIn(timeZone, mailbox.now), dailyLimit: dailyLimitByDefault }
  return connectMailbox(tx, { ...mailbox, ...limits, ...secret, dkimSelector, id })
}

type CheckedMailbox = Pick<MailboxRow, 'address' | 'provider' | 'dkimSelector'>

/** SPF, DKIM and DMARC of the domain of a mailbox. */
const checkDns = async (
  mailTexts: MailTexts,
  { address, provider, dkimSelector }: CheckedMailbox,
): Promise<{ readonly domain: string; readonly records: CheckedRecord[] }> => {
  const domain = domainOf(address)
  const records = await mailTexts.reading((read) => checkRecords(read, domain, provider, dkimSelector ?? undefined))
  return { domain, records }
}

/** True if all three records hold; false if DNS does not answer. */
export const doRecordsHold = async (mailTexts: MailTexts, mailbox: CheckedMailbox): Promise<boolean> =>
  (await checkDns(mailTexts, mailbox)).records.every(({ state }) => state === 'ok')

/** Audit actions of jobs, which no operation records. */
export const mailboxJobActions = ['growth_mailbox.fail', 'growth_mailbox.revoke', 'growth_mailbox.set_aside'] as const

/** Marks a mailbox as failing, with its audit row and event; nothing if it is not connected. */
export const recordFailing = (
  { database }: Pick<MailboxParts, 'database'>,
  workspace: string,
  mailboxId: string,
  failure: string,
): Promise<void> =>
  database.within(workspace, async (tx) => {
    if (!(await failMailbox(tx, mailboxId, failure))) return
    recordFailure(tx, {
      action: mailboxJobActions[0],
      event: 'growth_mailbox.failing',
      mailboxId,
      details: { failure },
    })
  })

interface MailboxFailure {
  readonly action: (typeof mailboxJobActions)[number]
  readonly event: string
  readonly mailboxId: string
  readonly details: Readonly<Record<string, unknown>>
}

const recordFailure = (tx: Transaction, { action, event, mailboxId, details }: MailboxFailure) => {
  const resource = ['growth_mailbox', mailboxId] as const
  record(
    tx,
    { action, category: 'execute', outcome: 'failure', ...byServer, resource, details },
    { name: event, entity: resource, payload: details },
  )
}

/** The audit row of access of an erased person that was withdrawn, or that the provider did not confirm as withdrawn. */
export const recordRevoked = (tx: Transaction, mailboxId: string, isRevoked: boolean): void =>
  record(tx, {
    action: mailboxJobActions[1],
    category: 'execute',
    outcome: isRevoked ? 'success' : 'failure',
    ...byServer,
    resource: ['growth_mailbox', mailboxId],
  })

/**
 * Counts a mail that could not be read or filed, with its audit row and event. It stays in the inbox of its mail server,
 * which numbers it by `uid`.
 */
export const recordSetAside = async (
  tx: Transaction,
  mailboxId: string,
  details: { readonly uid: number; readonly reason: SetAsideReason },
): Promise<void> => {
  await countSetAside(tx, { id: mailboxId, reason: details.reason })
  recordFailure(tx, { action: mailboxJobActions[2], event: 'growth_mailbox.mail_set_aside', mailboxId, details })
}
