import { programTokenHash, type ProgramTokenKind } from '../../../platform/access/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { handle } from '../../../platform/handler/index.ts'
import { findProgram } from '../workspaces/index.ts'
import { endConnection } from './end-connection.ts'
import type { ProgramParts } from './parts.ts'
import { revokeProgramTokens } from './protocol.ts'
import { findToken } from './store.ts'
import type { Readable } from 'node:stream'

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
    const token = tokenHash && (await findToken(tx, kind, tokenHash))
    const program = token && (await findProgram(tx, token.apiKeyId))
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
