import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { revoke, tokenHashOf } from '../../../../platform/access/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import type { Browser } from '../../../../platform/handler/index.ts'
import { sessionDays } from '../rules/sign-in.ts'
import { insertSession } from './store-sign-ups.ts'

interface SessionStart {
  readonly userId: string
  readonly workspaceId: string | undefined
  /** The identity provider of a company by which the person comes in. */
  readonly identityProviderId?: string
}

/** Inserts a session without the sign-in library; returns its id and its token. Runs in an identity transaction. */
export const beginSession = async (tx: Transaction, browser: Browser, start: SessionStart) => {
  const id = uuidv7()
  const token = randomBytes(24).toString('base64url')
  const client = { ip: browser.ip, userAgent: browser.userAgent?.slice(0, 500) }
  const session = { id, tokenHash: tokenHashOf(token), ...client, days: sessionDays }
  await insertSession(tx, { identityProviderId: null, ...start, ...session })
  revoke(tx, { userIds: [start.userId] })
  return { id, token }
}
