import { createHash } from 'node:crypto'
import { checkSignature } from '../../../../platform/crypto/signed-statement.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { passkeysOf } from '../../../accounts/people/index.ts'
import { signDeliverableDecision } from '../contract.ts'
import type { SigningParts } from '../parts.ts'
import { decisionUse } from '../statement.ts'
import { insertSignature, takeStatement } from '../store-signatures.ts'
import { openApproval, recordDecision } from '../take-decision.ts'

export default ({ database, signIn, ...parts }: SigningParts) =>
  handle(signDeliverableDecision, async ({ params, body, caller, commit, fail, absent }) => {
    const passkeys = await passkeysOf(database, caller.userId)
    return commit(async ({ tx, now, ok }) => {
      const open = await openApproval(tx, params, caller.userId)
      if (open === 'absent') return absent()
      if (typeof open === 'string') return fail[open]()
      const { id: approvalId, projectId } = open.asked
      const prepared = (await takeStatement(tx, approvalId, caller.credentialId, now)) ?? fail.noStatement()
      const { statement, decision, comment } = prepared
      const own = passkeys.find(({ credentialId }) => credentialId === body.credentialId) ?? fail.notSigned()
      const publicKey = Buffer.from(own.publicKey, 'base64').toString('base64url')
      const expected = { ...decisionUse, origin: signIn.origin() }
      if (!(await checkSignature(statement, { ...body, publicKey }, expected))) return fail.notSigned()
      const keySha256 = createHash('sha256').update(publicKey, 'base64url').digest('hex')
      const metadata = {
        signed: true,
        statementSha256: createHash('sha256').update(statement).digest('hex'),
        keySha256,
      }
      const taken = (await recordDecision(tx, parts, open, { decision, comment, now, metadata })) ?? fail.decided()
      await insertSignature(tx, { ...body, approvalId, projectId, statement, publicKey, signedAt: now })
      return ok(taken.answer, taken.subject)
    })
  })
