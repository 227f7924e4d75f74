import { v7 as uuidv7 } from 'uuid'
import { revoke, newKey, type Caller } from '../../../platform/access/index.ts'
import {
  type InvalidField,
  type Static,
  isMailAddress,
  normalEmail,
  pageMost,
} from '../../../platform/contract/index.ts'
import { faultsOfName } from '../../../platform/contract/schema.ts'
import { parseTimestamp } from '../../../platform/contract/timestamp.ts'
import { linkTokenHash, newLinkToken } from '../../../platform/crypto/index.ts'
import { cursorOf } from '../../../platform/db/page.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { handle, refuse } from '../../../platform/handler/index.ts'
import { queueAndDeliver, type Mailer, withDeliveryStatus } from '../../../platform/mail/index.ts'
import { visibleProjects } from '../../code/projects/index.ts'
import * as keysContract from './contract/keys.ts'
import type { CreateApiKey, ApiKey } from './contract/keys.ts'
import * as membersContract from './contract/members.ts'
import type { Member, MemberInvitation } from './contract/members.ts'
import * as settingsContract from './contract/settings.ts'
import {
  acceptanceOf,
  expiryOf,
  invitationsMost,
  isLastOwner,
  changeVerdict,
  type MemberRole,
  isAboveRole,
  keysMost,
  isLocale,
  isTimeZone,
} from './rules.ts'
import { nameOf, queueInvitation, type InvitationParts } from './send-invitation.ts'
import * as invitationStore from './store-invitations.ts'
import { findKey, insertKey, lockAndCountKeys, keyPage, revokeKey, seesAllKeys } from './store-keys.ts'
import * as memberStore from './store-members.ts'
import { readWorkspaceSettings, knowsTimeZone, saveSettings } from './store.ts'
import type { ApiKeyRow, InvitationRow, MemberRow } from './tables.ts'

/**
 * Deletes a person's membership in the workspace with all that depends on it: keys, sessions, seats and grants go with
 * the row, so that projects shared with them as a client before are not shared again.
 */
const endMembership = async (tx: Transaction, userId: string): Promise<void> => {
  await memberStore.removeMembership(tx, { userId })
  revoke(tx, { userIds: [userId], workspaceId: tx.workspace! })
}

const acceptMemberInvitation = handle(
  membersContract.acceptMemberInvitation,
  async ({ tx, params, caller, workspace, now, fail, absent, ok }) => {
    const { userId, person = absent() } = caller
    await memberStore.lockMembers(tx)
    const invitation =
      (await invitationStore.lockInvitation(tx, { tokenHash: linkTokenHash(params.token) ?? absent() })) ?? absent()
    const acceptance = acceptanceOf({ invited: invitation, person })
    if (acceptance === 'absent') return absent()
    if (acceptance !== 'open') return fail[acceptance]()
    if (!(await memberStore.joinAs(tx, { userId, role: invitation.role }))) return fail.alreadyMember()
    await invitationStore.acceptInvitation(tx, { id: invitation.id, now, userId })
    revoke(tx, { userIds: [userId], workspaceId: workspace })
    const member = (await memberStore.findMember(tx, { userId })) ?? absent()
    return ok(
      { workspaceId: workspace, member: presentMember(member) },
      {
        resource: ['member', userId],
        parent: ['member_invitation', invitation.id],
        metadata: { role: invitation.role, invitedBy: invitation.createdBy },
      },
    )
  },
)

const createApiKey = (mailer: Mailer) =>
  handle(keysContract.createApiKey, async ({ tx, body, caller, now, fail, absent, invalid, created }) => {
    const { name, scopes, projectIds = null } = body
    const wrong = [...wrongExpiry(body, now), ...(await unknownProjects(tx, body, caller))]
    if (wrong.length > 0) return invalid(wrong)
    if (isAboveRole(scopes, caller.role)) return fail.scopeAboveRole()
    if ((await lockAndCountKeys(tx, caller.userId)) >= keysMost) return fail.tooManyKeys()
    const id = uuidv7()
    const expiresAt = keyExpiryOf(body)
    const { secret, ...stored } = newKey()
    await insertKey(tx, { ...stored, id, userId: caller.userId, name, scopes, projectIds, expiresAt, createdAt: now })
    const key = (await findKey(tx, { id })) ?? absent()
    await queueAndDeliver(mailer, tx, { to: { name: key.ownerName, address: key.ownerEmail }, ...keyWasMade(name) })
    return created(
      { ...presentKey(key), secret },
      {
        resource: ['api_key', id],
        parent: ['member', caller.userId],
        metadata: { name, scopes, projectIds, expiresAt: expiresAt?.toISOString() ?? null },
      },
    )
  })

const keyWasMade = (name: string) => ({
  subject: 'An API key was made',
  kind: 'api_key.was_made',
  paragraphs: [
    `An API key named “${name}” was made for your Atelier account. Programs use it in your name until it is revoked.`,
    'If it was not you, sign in and revoke it, then choose a new password: someone is signed in as you.',
  ],
})

type Body = Static<typeof CreateApiKey>

const keyExpiryOf = ({ expiresAt }: Body) => {
  const timestamp = expiresAt === undefined ? undefined : parseTimestamp(expiresAt)
  return timestamp === undefined ? null : new Date(timestamp)
}

const wrongExpiry = (body: Body, now: Date): InvalidField[] => {
  const at = keyExpiryOf(body)
  // `at` has no time for 30 February, for the year 0, and after the year 9999: it is not later than now.
  if (body.expiresAt === undefined || (at && at > now)) return []
  return [{ path: 'expiresAt', message: 'has to be in the future, until the year 9999', rule: 'future' }]
}

const unknownProjects = async (tx: Transaction, { projectIds = [] }: Body, caller: Caller): Promise<InvalidField[]> => {
  const visible = projectIds.length === 0 ? new Set() : await visibleProjects(tx, projectIds, caller)
  return projectIds.flatMap((id, at) =>
    visible.has(id) ? [] : [{ path: `projectIds[${at}]`, message: 'is no project that you see', rule: 'project' }],
  )
}

const getWorkspaceSettings = handle(settingsContract.getWorkspaceSettings, async ({ tx, ok }) =>
  ok(await readWorkspaceSettings(tx)),
)

const inviteMember = (sending: InvitationParts) =>
  handle(membersContract.inviteMember, async ({ body, caller, workspace: id, commit, fail, invalid }) => {
    const email = body.email.trim()
    const emailNormal = normalEmail(body.email)
    const role = body.role ?? 'member'
    if (!isMailAddress(email)) return invalid([noAddress])
    const workspace = await nameOf(sending, id)
    const { token, tokenHash } = newLinkToken()
    let mailId = ''
    const reply = await commit(async ({ tx, now, created }) => {
      await memberStore.lockMembers(tx)
      if (await invitationStore.isMember(tx, { emailNormal })) return fail.alreadyMember()
      await invitationStore.expireInvitation(tx, { emailNormal, now })
      const times = { sentAt: now, expiresAt: expiryOf(now) }
      const added = { id: uuidv7(), email, emailNormal, role, tokenHash, createdBy: caller.userId, ...times }
      const invitation = (await invitationStore.insertInvitation(tx, added)) ?? fail.alreadyInvited()
      if ((await invitationStore.countInvitations(tx)).open > invitationsMost) return fail.tooManyInvitations()
      const queued = await queueInvitation(tx, sending, { invitation, invitedBy: caller.userId, token, workspace })
      mailId = queued.mailId
      const answer = { ...presentInvitation(invitation), acceptUrl: queued.acceptUrl, emailSent: false }
      return created(answer, { resource: ['member_invitation', invitation.id], metadata: { role } })
    })
    return withDeliveryStatus(sending.mailer, mailId, reply)
  })

const noAddress = { path: 'email', message: 'is not an address that mail can be sent to', rule: 'email' }

const leaveWorkspace = handle(membersContract.leaveWorkspace, async ({ tx, caller: { userId }, fail, ok }) => {
  await memberStore.lockMembers(tx)
  const { role } = (await memberStore.findMember(tx, { userId })) ?? refuse('forbidden')
  if (isLastOwner(role, await memberStore.countOwners(tx))) return fail.lastOwner()
  await endMembership(tx, userId)
  return ok(
    { message: 'You have left the workspace. Your keys and sessions here have ended.' },
    { resource: ['member', userId], metadata: { role } },
  )
})

const listApiKeys = handle(keysContract.listApiKeys, async ({ tx, caller, query, next, ok }) => {
  const whose = seesAllKeys(caller) ? undefined : caller.userId
  const page = await keyPage(tx, cursorOf(query.cursor), query.limit ?? pageMost, whose)
  next(page.next)
  return ok(page.rows.map(presentKey))
})

const listMemberInvitations = handle(membersContract.listMemberInvitations, async ({ tx, query, next, ok }) => {
  const page = await invitationStore.invitationPage(tx, cursorOf(query.cursor), query.limit ?? pageMost)
  next(page.next)
  return ok(page.rows.map(presentInvitation))
})

const listMembers = handle(membersContract.listMembers, async ({ tx, query, next, ok }) => {
  const page = await memberStore.memberPage(tx, cursorOf(query.cursor), query.limit ?? pageMost)
  next(page.next)
  return ok(page.rows.map(presentMember))
})

const removeMember = handle(membersContract.removeMember, async ({ tx, params, caller, fail, ok }) => {
  const { target, verdict } = await decideMemberChange(tx, caller, { userId: params.userId, after: undefined })
  if (verdict !== 'allowed') return fail[verdict]()
  await endMembership(tx, target.userId)
  return ok(
    { message: `${target.name} is no longer a member. Their keys and sessions here have ended.` },
    { resource: ['member', target.userId], metadata: { role: target.role } },
  )
})

const resendMemberInvitation = (sending: InvitationParts) =>
  handle(membersContract.resendMemberInvitation, async ({ params, caller, workspace: id, commit, fail }) => {
    const workspace = await nameOf(sending, id)
    const { token, tokenHash } = newLinkToken()
    let mailId = ''
    const reply = await commit(async ({ tx, now, ok }) => {
      const renewed = { id: params.id, tokenHash, sentAt: now, expiresAt: expiryOf(now) }
      const invitation = (await invitationStore.renewInvitation(tx, renewed)) ?? fail.invitationClosed()
      const queued = await queueInvitation(tx, sending, { invitation, invitedBy: caller.userId, token, workspace })
      mailId = queued.mailId
      const answer = { ...presentInvitation(invitation), acceptUrl: queued.acceptUrl, emailSent: false }
      return ok(answer, { resource: ['member_invitation', invitation.id], metadata: { role: invitation.role } })
    })
    return withDeliveryStatus(sending.mailer, mailId, reply)
  })

const revokeApiKey = handle(keysContract.revokeApiKey, async ({ tx, params, caller, workspace, now, ok }) => {
  const revoked = await revokeKey(tx, { id: params.id, now, userId: caller.userId })
  const resource = ['api_key', params.id] as const
  if (!revoked) return ok({ message: 'The key had been revoked before.' }, { resource, repeated: true })
  revoke(tx, { userIds: [revoked.userId], workspaceId: workspace })
  return ok(
    { message: `The key “${revoked.name}” is revoked.` },
    { resource, parent: ['member', revoked.userId], metadata: { name: revoked.name } },
  )
})

const revokeMemberInvitation = handle(
  membersContract.revokeMemberInvitation,
  async ({ tx, params, caller, now, fail, absent, ok }) => {
    const resource = ['member_invitation', params.id] as const
    const revoked = await invitationStore.revokeInvitation(tx, { id: params.id, now, userId: caller.userId })
    if (revoked) return ok(presentInvitation(revoked), { resource, metadata: { role: revoked.role } })
    const found = (await invitationStore.findInvitation(tx, { id: params.id })) ?? absent()
    if (found.status !== 'revoked') return fail.invitationClosed()
    return ok(presentInvitation(found), { resource, repeated: true })
  },
)

const transferOwnership = handle(
  membersContract.transferOwnership,
  async ({ tx, params, body, caller, workspace, fail, absent, ok }) => {
    await memberStore.lockMembers(tx)
    const owner = (await memberStore.findMember(tx, { userId: caller.userId })) ?? refuse('forbidden')
    if (owner.role !== 'owner') return fail.ownerOnly()
    const target = (await memberStore.findMember(tx, { userId: params.userId })) ?? absent()
    const about = {
      resource: ['member', target.userId],
      metadata: { from: target.role, remainOwner: body.remainOwner },
    } as const
    const rises = target.role !== 'owner'
    const stepsDown = !body.remainOwner && target.userId !== owner.userId
    if (!rises && !stepsDown) return ok(presentMember(target), { ...about, repeated: true })
    if (rises) await memberStore.setMemberRole(tx, { ...target, after: 'owner' })
    if (stepsDown) await memberStore.setMemberRole(tx, { ...owner, after: 'admin' })
    revoke(tx, { userIds: [owner.userId, target.userId], workspaceId: workspace })
    return ok(presentMember({ ...target, role: 'owner' }), about)
  },
)

const updateMember = handle(
  membersContract.updateMember,
  async ({ tx, params, body: { role }, caller, workspace, fail, ok }) => {
    const { target, verdict } = await decideMemberChange(tx, caller, { userId: params.userId, after: role })
    if (verdict !== 'allowed') return fail[verdict]()
    const about = { resource: ['member', target.userId], metadata: { from: target.role, to: role } } as const
    if (target.role === role) return ok(presentMember(target), { ...about, repeated: true })
    await memberStore.setMemberRole(tx, { ...target, after: role })
    revoke(tx, { userIds: [target.userId], workspaceId: workspace })
    return ok(presentMember({ ...target, role }), about)
  },
)

const updateWorkspaceSettings = handle(
  settingsContract.updateWorkspaceSettings,
  async ({ tx, body, workspace, fail, invalid, ok }) => {
    const { revision, ...change } = body
    const before = await readWorkspaceSettings(tx)
    const after = { ...before, ...change }
    const faults = faultsOfName('name', body.name, [before.name])
    if (faults.length > 0) return invalid(faults)
    const { timeZone, locale } = after
    if (timeZone !== before.timeZone && !(isTimeZone(timeZone) && (await knowsTimeZone(tx, { timeZone }))))
      return fail.unknownTimeZone()
    if (locale !== before.locale && !isLocale(locale)) return fail.unknownLocale()
    if (revision !== undefined && revision !== before.revision) return fail.stale()
    const changed = (['name', 'timeZone', 'locale'] as const).filter((field) => after[field] !== before[field])
    const metadata = Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }]))
    const about = { resource: ['workspace', workspace], metadata } as const
    if (changed.length === 0) return ok(before, { ...about, repeated: true })
    return ok((await saveSettings(tx, after)) ?? fail.stale(), about)
  },
)

export default (sending: InvitationParts) => ({
  acceptMemberInvitation,
  inviteMember: inviteMember(sending),
  leaveWorkspace,
  listMemberInvitations,
  listMembers,
  removeMember,
  resendMemberInvitation: resendMemberInvitation(sending),
  revokeMemberInvitation,
  transferOwnership,
  updateMember,
  getWorkspaceSettings,
  updateWorkspaceSettings,
  createApiKey: createApiKey(sending.mailer),
  listApiKeys,
  revokeApiKey,
})

/** The member to change, read under the lock with the caller, who is refused if they were demoted while waiting. */
const decideMemberChange = async (
  tx: Transaction,
  caller: Caller,
  { userId, after }: { readonly userId: string; readonly after: MemberRole | undefined },
) => {
  await memberStore.lockMembers(tx)
  const [actor, target, owners] = await Promise.all([
    memberStore.findMember(tx, { userId: caller.userId }),
    memberStore.findMember(tx, { userId }),
    memberStore.countOwners(tx),
  ])
  if (!actor) return refuse('forbidden')
  if (!target) return refuse('absent')
  const verdict = changeVerdict({ actor: actor.role, target: target.role, after, owners })
  if (verdict === 'forbidden') return refuse('forbidden')
  return { target, verdict }
}

const presentKey = ({ userId, ownerName, ownerEmail, ...key }: ApiKeyRow): Static<typeof ApiKey> => ({
  ...key,
  owner: { userId, name: ownerName, email: ownerEmail },
})

const presentMember = ({ createdAt, ...member }: MemberRow): Static<typeof Member> => ({
  ...member,
  joinedAt: createdAt,
})

const presentInvitation = ({ createdBy, ...invitation }: InvitationRow): Static<typeof MemberInvitation> => ({
  ...invitation,
  invitedBy: createdBy,
})
