import { randomBytes, createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { v7 as uuidv7, validate as isUuid } from 'uuid'
import { isAgency, type Caller } from '../../../platform/access/index.ts'
import { originOf, readChainState } from '../../../platform/audit/index.ts'
import { pageMost } from '../../../platform/contract/index.ts'
import { parseTimestamp } from '../../../platform/contract/timestamp.ts'
import { checkSignature } from '../../../platform/crypto/signed-statement.ts'
import { cursorOf } from '../../../platform/db/page.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { type Context, handle } from '../../../platform/handler/index.ts'
import { notifyPerson, withdrawCycleLetters } from '../../accounts/letters/index.ts'
import { passkeysOf } from '../../accounts/people/index.ts'
import { grantedPeoplePage, shownTo } from '../../code/projects/index.ts'
import { fileNameOf, retainArtifacts, pictureOfVersion } from '../artifacts/index.ts'
import { ensureBill, type BillParts } from '../components/index.ts'
import { findCycle } from '../cycles/index.ts'
import { tasksOfCycle } from '../tasks/index.ts'
import { auditSubject, approvalAuditSubject } from './audit-subject.ts'
import { readContent, currentOf, contentOf, sealContent, findNamed, readNamed } from './content.ts'
import * as contract from './contract.ts'
import { presentDeliverable, presentApprovals } from './present.ts'
import { approvalStateOf, progressOf, statementExpiry, reopenObstacle, type Current } from './rules.ts'
import { sentenceOf, statementOf, type StatementFacts, decisionUse } from './statement.ts'
import {
  readableSnapshot,
  findApproval,
  snapshotOf,
  approvalsOfRevision,
  approvalPage,
  insertApproval,
  isSharedWith,
} from './store-approvals.ts'
import { findSigned, presentSigned, putStatement, insertSignature, claimStatement } from './store-signatures.ts'
import {
  findDeliverable,
  deliverablePage,
  lockDeliverable,
  publishSnapshot,
  withdrawDeliverable,
  upsertDraft,
} from './store.ts'
import {
  type ShippingParts,
  type DownloadParts,
  type SigningParts,
  openApproval,
  recordDecision,
} from './take-decision.ts'
import type { ApprovalRow } from './tables.ts'

/** The deliverable as of this query, if the caller may read it: it may be withdrawn since access was decided. */
export const findShown = async (tx: Transaction, cycleId: string, { role }: Pick<Caller, 'role'>) => {
  const row = await findDeliverable(tx, { cycleId })
  return row && (isAgency(role) || row.publishedAt !== null) ? row : undefined
}

const decideDeliverableApproval = (parts: ShippingParts) =>
  handle(contract.decideDeliverableApproval, async ({ tx, params, body, caller, now, fail, absent, ok }) => {
    const open = (await openApproval(tx, params, caller.userId)) ?? absent()
    if (typeof open === 'string') return fail[open]()
    const { decision, comment = null } = body
    const { answer, subject } = (await recordDecision(tx, parts, open, { decision, comment, now })) ?? fail.decided()
    return ok(answer, subject)
  })

const downloadDeliverableArtifact = ({ objects }: DownloadParts) =>
  handle(contract.downloadDeliverableArtifact, async ({ params, query, caller, read, commit, absent, fail }) => {
    const { row, revision, file, found } = await read(async (tx) => {
      const row = (await findShown(tx, params.cycleId, caller)) ?? absent()
      const revision = query.revision ?? row.submittedRevision
      const content = await readableSnapshot(tx, row.id, revision, isAgency(caller.role) ? null : caller.userId)
      const file = readContent(content ?? absent()).artifacts.find(({ name }) => name === params.filename) ?? absent()
      return { row, revision, file, found: await findNamed(tx, row, file) }
    })
    if (!found) return fail.notKept()
    const bytes = await readNamed(objects, found.from, file.sha256)
    if (bytes === 'notKept') return fail.notKept()
    if (bytes === 'differs') return fail.differs()
    return commit(async ({ ok }) =>
      ok(
        { mediaType: found.mediaType, fileName: fileNameOf(file.name), content: Readable.from([bytes]) },
        auditSubject(row, { revision, ...file }),
      ),
    )
  })

const getApprovalSnapshot = handle(contract.getApprovalSnapshot, async ({ tx, params, caller, absent, ok }) => {
  const row = (await findShown(tx, params.cycleId, caller)) ?? absent()
  const approval = (await findApproval(tx, row.id, params.approvalId)) ?? absent()
  const { id, reviewerId, revision, revisionHash } = approval
  // Beside the newest snapshot, a client reads only the snapshots in their own requests.
  if (!isAgency(caller.role) && reviewerId !== caller.userId) return absent()
  const { content: snapshot, publishedAt } = await snapshotOf(tx, { deliverableId: row.id, revision })
  return ok({ approvalId: id, revision, revisionHash, snapshot, publishedAt })
})

const getDeliverableDecision = handle(contract.getDeliverableDecision, async ({ tx, params, fail, absent, ok }) => {
  // This operation's access admits a reviewer to a withdrawn deliverable too.
  const row = (await findDeliverable(tx, { cycleId: params.cycleId })) ?? absent()
  const { id: approvalId } = (await findApproval(tx, row.id, params.approvalId)) ?? absent()
  const signed = (await findSigned(tx, { approvalId })) ?? fail.notSigned()
  return ok(presentSigned(signed))
})

const getDeliverable = handle(contract.getDeliverable, async ({ tx, params, caller, absent, ok }) => {
  const row = (await findShown(tx, params.cycleId, caller)) ?? absent()
  const [cycle, tasks, current, approvals] = await Promise.all([
    findCycle(tx, row.cycleId),
    tasksOfCycle(tx, row.cycleId),
    currentOf(tx, row),
    approvalsOfRevision(tx, { deliverableId: row.id, revision: row.submittedRevision }),
  ])
  return ok({
    ...presentDeliverable(row, caller.role),
    snapshot: row.content,
    ...(isAgency(caller.role) && { hasChanges: row.revisionHash !== current.hash }),
    progress: progressOf(tasks, cycle?.runId ?? null),
    approval: approvalStateOf(approvals, current),
  })
})

const listDeliverableApprovals = handle(contract.listDeliverableApprovals, async (context) => {
  const { tx, params, query, caller, next, absent, ok } = context
  const row = (await findShown(tx, params.cycleId, caller)) ?? absent()
  const current = await currentOf(tx, row)
  const page = await approvalPage(tx, row.id, {
    after: cursorOf(query.cursor),
    limit: query.limit ?? pageMost,
    awaiting: query.awaiting === 'me' ? caller.userId : undefined,
  })
  next(page.next)
  return ok(await presentApprovals(tx, page.rows, { cycleId: row.cycleId, current, role: caller.role }))
})

const listDeliverableReviewers = handle(contract.listDeliverableReviewers, async (context) => {
  const { tx, params, query, next, absent, ok } = context
  const { projectId } = (await findCycle(tx, params.cycleId)) ?? absent()
  const page = await grantedPeoplePage(tx, projectId, cursorOf(query.cursor), query.limit ?? pageMost)
  next(page.next)
  return ok(page.rows.map(({ id: userId, name }) => ({ userId, name })))
})

const listDeliverables = handle(contract.listDeliverables, async ({ tx, caller, query, previous, ok }) => {
  const { awaiting, cursor, limit = pageMost } = query
  const filter = { ...shownTo(caller), awaiting: awaiting === 'me' ? caller.userId : undefined }
  const page = await deliverablePage(tx, cursorOf(cursor), limit, filter)
  previous(page.previous, page.count)
  return ok(page.rows.map((row) => presentDeliverable(row, caller.role)))
})

const prepareDeliverableDecision = ({ database, signIn }: SigningParts) =>
  handle(contract.prepareDeliverableDecision, async ({ params, body, caller, commit, fail, absent }) => {
    const passkeys = await passkeysOf(database, caller.userId)
    return commit(async ({ tx, now, created }) => {
      const open = (await openApproval(tx, params, caller.userId)) ?? absent()
      if (typeof open === 'string') return fail[open]()
      const { row, approval } = open
      if (passkeys.length === 0) return fail.noPasskey()
      const { decision, comment = null } = body
      const { title, commitSha } = readContent(row.content!)
      const auditHead = await readChainState(tx)
      const statementFacts: StatementFacts = {
        workspaceId: row.workspaceId,
        projectId: row.projectId,
        deliverableId: row.id,
        approvalId: approval.id,
        revision: approval.revision,
        revisionHash: approval.revisionHash,
        reviewerId: approval.reviewerId,
        commitSha,
        title,
        decision,
        comment,
        time: now.toISOString(),
        nonce: randomBytes(16).toString('hex'),
        log: { origin: originOf(row.workspaceId), position: auditHead.position, hash: auditHead.hash.toString('hex') },
      }
      const statement = statementOf(statementFacts)
      const expiresAt = statementExpiry(now)
      const { id: approvalId, projectId } = approval
      const sessionId = caller.credentialId
      await putStatement(tx, { approvalId, projectId, sessionId, decision, comment, statement, expiresAt })
      const credentialIds = passkeys.map(({ credentialId }) => credentialId)
      const rpId = new URL(signIn.origin()).hostname
      const answer = { statement, text: sentenceOf(statementFacts), rpId, credentialIds, expiresAt }
      return created(answer, approvalAuditSubject(row, approval, { decision }))
    })
  })

const publishDeliverable = (parts: BillParts) =>
  handle(contract.publishDeliverable, async ({ params, caller, workspace, signal, now, read, commit, absent }) => {
    const delivered = await read((tx) => findCycle(tx, params.cycleId))
    if (delivered?.repositoryId != null && delivered.mergedSha !== null) {
      const { projectId, repositoryId, mergedSha: commitSha } = delivered
      await ensureBill(parts, { projectId, repositoryId, commitSha }, { workspace, signal, now })
    }
    return commit(async ({ tx, ok }) => {
      const draft = (await lockDeliverable(tx, params.cycleId)) ?? absent()
      const revision = draft.submittedRevision + 1
      const cycle = await findCycle(tx, params.cycleId)
      const runId = cycle?.runId ?? null
      if (runId !== null && cycle?.mergedSha != null) await retainArtifacts(tx, { runId })
      const content = await contentOf(tx, draft, revision)
      const { text, sha256 } = sealContent(content)
      const { id: deliverableId, projectId } = draft
      const snapshot = { deliverableId, projectId, revision, content: text, sha256 }
      await publishSnapshot(tx, { ...snapshot, userId: caller.userId, now })
      const row = (await findDeliverable(tx, { cycleId: params.cycleId })) ?? absent()
      const metadata = { revision, revisionHash: sha256, commitSha: content.commitSha, runId }
      return ok(presentDeliverable(row, caller.role), auditSubject(row, metadata))
    })
  })

const requestDeliverableApproval = handle(contract.requestDeliverableApproval, async (context) => {
  const { tx, params, body, caller, now, fail, absent, created } = context
  const row = (await lockDeliverable(tx, params.cycleId)) ?? absent()
  const { id: deliverableId, projectId, cycleId, submittedRevision: revision, revisionHash } = row
  const { reviewerId } = body
  if (!isUuid(reviewerId) || !(await isSharedWith(tx, projectId, reviewerId))) return fail.notShared()
  if (row.publishedAt === null || revisionHash === null) return fail.notPublished()
  const current = await currentOf(tx, row)
  if (current.hash !== revisionHash) return fail.changed()
  const about = { projectId, deliverableId, revision, revisionHash, reviewerId }
  const { approval, shown } = (await askForApproval(context, about, cycleId, current)) ?? fail.alreadyAsked()
  const pictureKey = await pictureOfVersion(tx, cycleId, readContent(row.content!).artifacts)
  const letter = { projectId, cycleId, subjectId: approval.id, title: row.title, decideBy: row.dueDate }
  await notifyPerson(tx, reviewerId, { kind: 'approval', ...letter, pictureKey, now }, { doneBy: caller.userId })
  return created(shown, approvalAuditSubject(row, approval))
})

/** Inserts a request of the caller, as they read it; undefined if that reviewer has an open one. */
const askForApproval = async (
  { tx, caller, now }: Pick<Context<typeof contract.requestDeliverableApproval>, 'tx' | 'caller' | 'now'>,
  about: Pick<ApprovalRow, 'projectId' | 'deliverableId' | 'revision' | 'revisionHash' | 'reviewerId'>,
  cycleId: string,
  current: Current,
) => {
  const approval = await insertApproval(tx, { ...about, id: uuidv7(), requestedBy: caller.userId, now })
  const [shown] = approval ? await presentApprovals(tx, [approval], { cycleId, current, role: caller.role }) : []
  return approval && { approval, shown: shown! }
}

const reopenDeliverableDecision = handle(contract.reopenDeliverableDecision, async (context) => {
  const { tx, params, caller, fail, absent, created } = context
  const { cycleId, approvalId } = params
  const row = (await lockDeliverable(tx, cycleId)) ?? absent()
  const decided = (await findApproval(tx, row.id, approvalId)) ?? absent()
  if (decided.reviewerId !== caller.userId) return fail.notReviewer()
  const current = await currentOf(tx, row)
  const obstacle = reopenObstacle(decided, current)
  if (obstacle) return fail[obstacle]()
  const { projectId, deliverableId, revision, revisionHash, reviewerId } = decided
  const about = { projectId, deliverableId, revision, revisionHash, reviewerId }
  const { approval, shown } = (await askForApproval(context, about, cycleId, current)) ?? fail.alreadyAsked()
  const reopening = { reopens: decided.id, firstDecision: decided.decision }
  return created(shown, approvalAuditSubject(row, approval, reopening))
})

const signDeliverableDecision = ({ database, signIn, ...parts }: SigningParts) =>
  handle(contract.signDeliverableDecision, async ({ params, body, caller, commit, fail, absent }) => {
    const passkeys = await passkeysOf(database, caller.userId)
    return commit(async ({ tx, now, ok }) => {
      const open = (await openApproval(tx, params, caller.userId)) ?? absent()
      if (typeof open === 'string') return fail[open]()
      const { id: approvalId, projectId } = open.approval
      const prepared =
        (await claimStatement(tx, { approvalId, sessionId: caller.credentialId, now })) ?? fail.noStatement()
      const { statement, decision, comment } = prepared
      // An unknown passkey is refused like a wrong signature; sign-in stores keys in base64, not in base64url.
      const passkey = passkeys.find(({ credentialId }) => credentialId === body.credentialId) ?? fail.notSigned()
      const publicKey = Buffer.from(passkey.publicKey, 'base64').toString('base64url')
      const expected = { ...decisionUse, origin: signIn.origin() }
      if (!(await checkSignature(statement, { ...body, publicKey }, expected))) return fail.notSigned()
      const metadata = {
        signed: true,
        statementSha256: createHash('sha256').update(statement).digest('hex'),
        keySha256: createHash('sha256').update(publicKey, 'base64url').digest('hex'),
      }
      const recorded = (await recordDecision(tx, parts, open, { decision, comment, now, metadata })) ?? fail.decided()
      await insertSignature(tx, { ...body, approvalId, projectId, statement, publicKey, signedAt: now })
      return ok(recorded.answer, recorded.subject)
    })
  })

const unpublishDeliverable = handle(contract.unpublishDeliverable, async ({ tx, params, caller, now, absent, ok }) => {
  const { id } = (await lockDeliverable(tx, params.cycleId)) ?? absent()
  const isWithdrawn = await withdrawDeliverable(tx, { id })
  await withdrawCycleLetters(tx, params.cycleId, now, 'approval')
  const row = (await findDeliverable(tx, { cycleId: params.cycleId })) ?? absent()
  const subject = auditSubject(row, { revision: row.submittedRevision, revisionHash: row.revisionHash })
  return ok(presentDeliverable(row, caller.role), { ...subject, ...(!isWithdrawn && { repeated: true }) })
})

const upsertDeliverable = handle(contract.upsertDeliverable, async (context) => {
  const { tx, params, body, caller, now, absent, invalid, ok } = context
  const { title, clientStatus, summary } = body
  const dueDate = typeof body.dueDate === 'string' ? parseTimestamp(body.dueDate) : body.dueDate
  if (dueDate === '-infinity' || dueDate === 'infinity')
    return invalid([{ path: 'dueDate', message: 'must be in the years 1 to 9999', rule: 'format' }])
  const cycle = (await findCycle(tx, params.cycleId)) ?? absent()
  const place = { id: uuidv7(), projectId: cycle.projectId, cycleId: cycle.id, userId: caller.userId, now }
  await upsertDraft(tx, { ...place, title, clientStatus, dueDate, summary })
  const row = (await findDeliverable(tx, { cycleId: cycle.id })) ?? absent()
  return ok(presentDeliverable(row, caller.role), auditSubject(row, { fields: Object.keys(body) }))
})

export default (parts: SigningParts & DownloadParts & BillParts) => ({
  listDeliverables,
  getDeliverable,
  upsertDeliverable,
  publishDeliverable: publishDeliverable(parts),
  unpublishDeliverable,
  listDeliverableApprovals,
  getApprovalSnapshot,
  requestDeliverableApproval,
  listDeliverableReviewers,
  decideDeliverableApproval: decideDeliverableApproval(parts),
  reopenDeliverableDecision,
  prepareDeliverableDecision: prepareDeliverableDecision(parts),
  signDeliverableDecision: signDeliverableDecision(parts),
  getDeliverableDecision,
  downloadDeliverableArtifact: downloadDeliverableArtifact(parts),
})
