import type { listProjectSecretEntries } from '../../../../../domains/code/secrets/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'

/** A secret as the list shows it. */
export type SecretEntry = Reply<typeof listProjectSecretEntries>['entries'][number]
