import type { SecretFiles } from '../../../packages/secret-files/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Fetcher } from '../../../platform/fetch/index.ts'
import * as configs from './handlers/configs.ts'
import * as entries from './handlers/entries.ts'
import { listProjectSecretsSyncLogs, testProjectSecrets } from './handlers/syncs.ts'

interface Parts {
  readonly vault: Vault
  readonly secretFiles: SecretFiles
  readonly fetcher: Fetcher
  readonly database: Pick<Database, 'within'>
}

export default (parts: Parts) => ({
  listProjectSecretsConfigs: configs.listProjectSecretsConfigs(parts.vault),
  createProjectSecretsConfig: configs.createProjectSecretsConfig(parts),
  updateProjectSecretsConfig: configs.updateProjectSecretsConfig(parts),
  deleteProjectSecretsConfig: configs.deleteProjectSecretsConfig,
  listProjectSecretsSyncLogs,
  testProjectSecrets: testProjectSecrets(parts),
  listProjectSecretEntries: entries.listProjectSecretEntries(parts.vault),
  upsertProjectSecretEntries: entries.upsertProjectSecretEntries(parts),
  deleteProjectSecretEntry: entries.deleteProjectSecretEntry(parts),
  exportProjectSecrets: entries.exportProjectSecrets(parts),
  importProjectSecretFiles: entries.importProjectSecretFiles(parts),
  deleteProjectSecretFile: entries.deleteProjectSecretFile,
})
