import { v7 as uuidv7 } from 'uuid'
import { registerMailbox } from '../../domains/growth/mailboxes/handlers.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Vault } from '../../platform/crypto/index.ts'
import type { Scene } from '../scene.ts'

interface VaultServer {
  readonly database: Database
  readonly parts: { readonly vault: Vault }
}

/** A mailbox with a password whose server is never reached; gives its id. */
export const mailboxIn = async ({ database, parts }: VaultServer, { workspace }: Pick<Scene, 'workspace'>) => {
  const server = { host: 'mail.invalid', port: 465, tls: 'implicit' } as const
  const credentials = { kind: 'password', servers: { smtp: server, imap: server }, user: 'ada', password: 'x' } as const
  const address = `ada-${uuidv7()}@example.invalid`
  const kept = await database.within(workspace, async (tx) =>
    registerMailbox(tx, parts.vault, {
      provider: 'imap',
      address,
      displayName: null,
      credentials,
      userId: uuidv7(),
      now: await tx.now(),
    }),
  )
  return kept!.id
}
