import { programTokenHash, type ProgramTokenKind, revoke } from '../../../platform/access/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { handle } from '../../../platform/handler/index.ts'
import { endProgram, findProgram, type LiveProgram } from '../workspaces/index.ts'
import type { ProgramParts } from './parts.ts'
import { revokeProgramTokens } from './protocol.ts'
import { findToken } from './store.ts'
import type { Readable } from 'node:stream'
import { record } from '../../../platform/audit/index.ts'
import type { Database } from '../../../platform/db/database.ts'

export default ({ database }: Pick<ProgramParts, 'database'>) =>
  handle(revokeProgramTokens, async ({ body, fail, ok }) => {
    const form = new URLSearchParams((await readForm(body, revokeProgramTokens.bodyLimit)) ?? fail.tooLong())
    const shown = form.get('token') ?? fail.unreadable()
    const clientId = form.get('client_id') ?? fail.unreadable()
    const held = await database.identity((tx) => heldBy(tx, shown))
    if (held?.clientId === clientId) await endConnection(database, held, 'program_left')
    return ok({})
  })

const heldBy = async (tx: Transaction, shown: string) => {
  for (const kind of ['refresh', 'access'] satisfies ProgramTokenKind[]) {
    const tokenHash = programTokenHash(kind, shown)
    const token = tokenHash && (await findToken(tx, { kind, tokenHash }))
    const program = token && (await findProgram(tx, { id: token.apiKeyId }))
    if (token && program) return { ...program, apiKeyId: token.apiKeyId }
  }
  return undefined
}

/** The text of a form; undefined for a form that is larger than `mostBytes`. */
export const readForm = async (body: Readable, mostBytes: number): Promise<string | undefined> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > mostBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** Ends the tokens of a program, at once and in every process, with an audit row; ending it again changes nothing. */
export const endConnection = (
  database: Database,
  { workspaceId, apiKeyId, userId }: Pick<LiveProgram, 'workspaceId' | 'userId'> & { readonly apiKeyId: string },
  reason: 'code_replayed' | 'refresh_token_replayed' | 'program_left',
): Promise<void> =>
  database.within(workspaceId, async (tx) => {
    const ended = await endProgram(tx, { id: apiKeyId, now: await tx.now(), userId })
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
