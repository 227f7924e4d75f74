import type { SecretFiles } from '../../../packages/secret-files/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Fetcher } from '../../../platform/fetch/index.ts'
import {
  createProjectSecretsConfig,
  deleteProjectSecretsConfig,
  listProjectSecretsConfigs,
  updateProjectSecretsConfig,
} from './handlers/configs.ts'
import {
  deleteProjectSecretEntry,
  deleteProjectSecretFile,
  exportProjectSecrets,
  importProjectSecretFiles,
  listProjectSecretEntries,
  upsertProjectSecretEntries,
} from './handlers/entries.ts'
import { listProjectSecretsSyncLogs, testProjectSecrets } from './handlers/syncs.ts'

interface Parts {
  readonly vault: Vault
  readonly secretFiles: SecretFiles
  readonly fetcher: Fetcher
  readonly database: Pick<Database, 'within'>
}

export default (parts: Parts) => ({
  listProjectSecretsConfigs: listProjectSecretsConfigs(parts.vault),
  createProjectSecretsConfig: createProjectSecretsConfig(parts),
  updateProjectSecretsConfig: updateProjectSecretsConfig(parts),
  deleteProjectSecretsConfig,
  listProjectSecretsSyncLogs,
  testProjectSecrets: testProjectSecrets(parts),
  listProjectSecretEntries: listProjectSecretEntries(parts.vault),
  upsertProjectSecretEntries: upsertProjectSecretEntries(parts),
  deleteProjectSecretEntry: deleteProjectSecretEntry(parts),
  exportProjectSecrets: exportProjectSecrets(parts),
  importProjectSecretFiles: importProjectSecretFiles(parts),
  deleteProjectSecretFile,
})
