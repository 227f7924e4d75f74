import { rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import { deliverableSignature, deliverableStatement, type SignatureRow, type StatementRow } from './tables.ts'

/** Inserts the statement to be signed, in the place of an earlier one. */
export const putStatement = statement<StatementRow>(
  'deliverable-statement.put',
  insertInto(
    deliverableStatement,
    ['approvalId', 'projectId', 'sessionId', 'decision', 'comment', 'statement', 'expiresAt'],
    { workspaceId: ':workspace' },
    `on conflict (approval_id) do update set session_id = excluded.session_id, decision = excluded.decision,
       comment = excluded.comment, statement = excluded.statement, expires_at = excluded.expires_at`,
  ),
)

/** The statement that this session prepared and can sign once; it is removed with the transaction. */
export const claimStatement = rowStatement<{ approvalId: string; sessionId: string; now: Date }, StatementRow>(
  'deliverable-statement.take',
  `delete from deliverable_statement where approval_id = :approvalId and session_id = :sessionId and expires_at > :now
   returning ${deliverableStatement.columns}`,
)

/** Statements that a person was about to sign and did not; their decisions stay. */
export const deleteUnsignedStatements = statement<{ userId: string }>(
  'deliverable-statement.forget-person',
  `delete from deliverable_statement where approval_id in
     (select a.id from deliverable_approval a where a.reviewer_id = :userId)`,
)

export const insertSignature = statement<Omit<SignatureRow, 'clientData'> & { clientDataJson: string }>(
  'deliverable-signature.insert',
  insertInto(
    deliverableSignature,
    [
      ...(['approvalId', 'projectId', 'statement', 'credentialId', 'publicKey', 'authenticatorData'] as const),
      ...(['signature', 'signedAt'] as const),
    ],
    { workspaceId: ':workspace', clientData: ':clientDataJson' },
  ),
)

/** A signature with the snapshot and the comment that it covers. */
interface Signed extends SignatureRow {
  readonly snapshot: string
  readonly comment: string | null
}
/** Everything that checking a signed decision takes. */
export const presentSigned = (row: Signed) => {
  const { projectId: _projectId, approvalId: _approvalId, signedAt: _signedAt, clientData, ...signed } = row
  return { ...signed, clientDataJson: clientData }
}

export const findSigned = rowStatement<{ approvalId: string }, Signed>(
  'deliverable-signature.find',
  `select ${deliverableSignature.columns}, s.content as snapshot, a.comment from deliverable_signature
   join deliverable_approval a on a.id = deliverable_signature.approval_id
   join deliverable_snapshot s on s.deliverable_id = a.deliverable_id and s.revision = a.revision
   where deliverable_signature.approval_id = :approvalId`,
)
