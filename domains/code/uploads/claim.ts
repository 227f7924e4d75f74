import { randomUUID } from 'node:crypto'
import type { SandboxUse } from '../../../platform/contract/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import type { UploadSession } from './session.ts'
import type { SessionStore } from './store.ts'
import { removeLater, removeSoon } from '../../../platform/removals/index.ts'

// A dead holder gives way after this time; a living holder renews its claim for as long as it takes.
const claimSeconds = 10
const renewEveryMs = 2_500

export interface ClaimParts {
  readonly database: Database
  readonly engine: Engine
}

/** One request's claim on finalizing one session, with the sandbox slot that it needs. */
export interface Claim<Session extends UploadSession = UploadSession> {
  readonly id: string
  readonly workspace: string
  readonly sessions: SessionStore
  readonly session: Session
  readonly slot: string
  /** The other machine whose slot it is. */
  readonly address: string | undefined
  /** Removes the spent bundle in the transaction that ends the session; see `removeSpent`. */
  readonly spendBundle: (tx: Transaction) => Promise<unknown>
}

/** A claim, the instance's budget if no slot is free, or undefined if another request holds the claim. */
export const takeClaim = async <Session extends UploadSession>(
  { database, engine }: ClaimParts,
  workspace: string,
  sessions: SessionStore,
  session: Session,
) => {
  const spendBundle = (tx: Transaction) => removeSpent(database, tx, sessions.bundleKey(session.id))
  const take = () =>
    database.within(workspace, async (tx): Promise<Claim<Session> | SandboxUse | undefined> => {
      const id = randomUUID()
      if (!(await sessions.claim(tx, { id: session.id, claimId: id, seconds: claimSeconds }))) return undefined
      const slot = await engine.slots.takeAnywhere(tx)
      if ('slot' in slot) return { id, workspace, sessions, session, address: undefined, ...slot, spendBundle }
      await sessions.reset(tx, { id: session.id, claimId: id, to: 'uploaded' })
      return slot
    })
  const claim = await take()
  return claim && 'limit' in claim && (await engine.slots.askForOne()) ? take() : claim
}

/** Carries out the claim's work; after any failure, the session can be used again. */
export const withClaim = async <T>(parts: ClaimParts, claim: Claim, work: () => Promise<T>): Promise<T> => {
  const renewing = setInterval(() => void renew(parts, claim).catch(() => undefined), renewEveryMs).unref()
  try {
    return await work()
  } finally {
    clearInterval(renewing)
    await release(parts, claim)
  }
}

const renew = ({ database }: ClaimParts, { workspace, sessions, session, id }: Claim) =>
  database.within(workspace, (tx) => sessions.renew(tx, { id: session.id, claimId: id, seconds: claimSeconds }))

const release = async ({ database, engine }: ClaimParts, { workspace, sessions, slot, session, id }: Claim) => {
  try {
    await database.within(workspace, async (tx) => {
      await engine.slots.free(tx, slot)
      await sessions.reset(tx, { id: session.id, claimId: id, to: 'uploaded' })
    })
  } catch (error) {
    engine.slots.abandon(slot)
    throw error
  }
}

/** Moves the session back to accepting: the store has lost the bundle, and it has to come again. */
export const dropBundle = async (parts: ClaimParts, { workspace, sessions, session, id }: Claim): Promise<void> => {
  await parts.database.within(workspace, (tx) => sessions.reset(tx, { id: session.id, claimId: id, to: 'accepting' }))
}

/** Ends the session: its declared bundle is refused, and no other bundle would match the declaration. */
export const endRejected = async (parts: ClaimParts, claim: Claim, rejection: object): Promise<void> => {
  const { workspace, sessions, session, id, spendBundle } = claim
  await parts.database.within(workspace, async (tx) => {
    await sessions.reject(tx, session.id, id, rejection)
    await spendBundle(tx)
  })
}

/**
 * Marks a bundle for deletion in the transaction after which it is not needed any more. It stays for as long as a
 * failover may bring its row back; the embedded database has none, and the bundle is deleted within a minute.
 */
export const removeSpent = async (
  { mayFailOver }: Pick<Database, 'mayFailOver'>,
  tx: Transaction,
  bundleKey: string,
): Promise<void> => {
  await (mayFailOver ? removeLater : removeSoon)(tx, [bundleKey])
}
