import { revoke } from '../../../platform/access/index.ts'
import { record } from '../../../platform/audit/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import { endProgram } from '../workspaces/index.ts'

/** Why a connection ends without its person. */
export type EndReason = 'code_replayed' | 'refresh_token_replayed' | 'program_left'

interface Connection {
  readonly workspaceId: string
  readonly apiKeyId: string
  readonly userId: string
}

/**
 * Ends the tokens of a program, at once and in every process, and records it in the audit log; ending it again changes
 * nothing.
 */
export const endConnection = (
  database: Database,
  { workspaceId, apiKeyId, userId }: Connection,
  reason: EndReason,
): Promise<void> =>
  database.within(workspaceId, async (tx) => {
    const ended = await endProgram(tx, apiKeyId, await tx.now(), userId)
    if (!ended) return
    revoke(tx, { userIds: [userId], workspaceId })
    record(tx, {
      action: 'api_key.revoke',
      category: 'delete',
      outcome: 'success',
      severity: reason === 'program_left' ? 'notice' : 'warning',
      actor: { type: 'api_key', id: apiKeyId },
      source: 'api',
      resource: ['api_key', apiKeyId],
      parent: ['member', userId],
      details: { name: ended.name, reason },
    })
  })
