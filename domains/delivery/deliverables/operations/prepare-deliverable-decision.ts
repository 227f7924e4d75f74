import { randomBytes } from 'node:crypto'
import { originOf, readChainState } from '../../../../platform/audit/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { passkeysOf } from '../../../accounts/people/index.ts'
import { approvalAuditSubject } from '../audit-subject.ts'
import { readContent } from '../content.ts'
import { prepareDeliverableDecision } from '../contract.ts'
import type { SigningParts } from '../parts.ts'
import { statementExpiry } from '../rules.ts'
import { sentenceOf, statementOf, type StatementFacts } from '../statement.ts'
import { putStatement } from '../store-signatures.ts'
import { openApproval } from '../take-decision.ts'

export default ({ database, signIn }: SigningParts) =>
  handle(prepareDeliverableDecision, async ({ params, body, caller, commit, fail, absent }) => {
    const passkeys = await passkeysOf(database, caller.userId)
    return commit(async ({ tx, now, created }) => {
      const open = await openApproval(tx, params, caller.userId)
      if (open === 'absent') return absent()
      if (typeof open === 'string') return fail[open]()
      const { row, asked } = open
      if (passkeys.length === 0) return fail.noPasskey()
      const { decision, comment = null } = body
      const { title, commitSha } = readContent(row.content!)
      const head = await readChainState(tx)
      const stated: StatementFacts = {
        workspaceId: row.workspaceId,
        projectId: row.projectId,
        deliverableId: row.id,
        approvalId: asked.id,
        revision: asked.revision,
        revisionHash: asked.revisionHash,
        reviewerId: asked.reviewerId,
        commitSha,
        title,
        decision,
        comment,
        time: now.toISOString(),
        nonce: randomBytes(16).toString('hex'),
        log: { origin: originOf(row.workspaceId), position: head.position, hash: head.hash.toString('hex') },
      }
      const statement = statementOf(stated)
      const expiresAt = statementExpiry(now)
      const { id: approvalId, projectId } = asked
      const kept = { approvalId, projectId, sessionId: caller.credentialId, decision, comment, statement, expiresAt }
      await putStatement(tx, kept)
      const credentialIds = passkeys.map(({ credentialId }) => credentialId)
      const rpId = new URL(signIn.origin()).hostname
      const answer = { statement, text: sentenceOf(stated), rpId, credentialIds, expiresAt }
      return created(answer, approvalAuditSubject(row, asked, { decision }))
    })
  })
