import type { DataProviders, MailDnsCheck } from '../../../execution/data-providers/index.ts'
import type { Web } from '../../../execution/web/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import type { ApiProvider } from './catalogue.ts'

/** The keys of the instance, and a workspace's monthly limit for them. */
export interface GrowthTerms {
  readonly keys: Readonly<Partial<Record<ApiProvider, string>>>
  readonly freeMicros: number
  /** By workspace. */
  readonly plans: ReadonlyMap<string, number>
}

/** The parts of look-ups. */
export interface LookupParts {
  readonly vault: Vault
  readonly dataProviders: DataProviders
  readonly mailDns: MailDnsCheck
  readonly web: Pick<Web, 'readPage'>
  readonly growthTerms: GrowthTerms
}

/** The parts of operations. */
export interface ProviderParts extends LookupParts {
  readonly database: Database
  readonly engine: Engine
}
