import { hash, randomBytes } from 'node:crypto'
import type { Database } from '../../../platform/db/database.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { insertCredential, claimCredential } from './store-credentials.ts'
import type { CredentialKind } from './tables.ts'

export const credentialMs = 2 * 60_000

/** User and password for one connection. */
export interface Credential {
  readonly user: string
  readonly password: string
}

export interface Minted extends Credential {
  readonly expiresAt: Date
}

/** Credentials that let their entrant in once, within two minutes, at any process. Five wrong passwords end one. */
export const openCredentials = <Entrant extends object>(
  database: Pick<Database, 'identity'>,
  kind: CredentialKind,
) => ({
  mint: async (tx: Transaction, entrant: Entrant): Promise<Minted> => {
    const user = `t-${randomBytes(9).toString('hex')}`
    const password = randomBytes(24).toString('base64url')
    const expiresAt = new Date((await tx.now()).getTime() + credentialMs)
    await insertCredential(tx, { name: user, kind, passwordSha256: hashOf(password), entrant, expiresAt })
    return { user, password, expiresAt }
  },
  /** The admitted holder; the credential has ended with it. */
  redeem: (user: string, password: string): Promise<Entrant | undefined> =>
    database.identity(
      (tx) =>
        claimCredential(tx, { name: user, kind, passwordSha256: hashOf(password) }) as Promise<Entrant | undefined>,
    ),
})

const hashOf = (password: string): Buffer => hash('sha256', password, 'buffer')
