import type { SecretFiles } from '../../../execution/secret-files/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Fetcher } from '../../../platform/fetch/index.ts'
import createProjectSecretsConfig from './operations/create-project-secrets-config.ts'
import deleteProjectSecretEntry from './operations/delete-project-secret-entry.ts'
import deleteProjectSecretFile from './operations/delete-project-secret-file.ts'
import deleteProjectSecretsConfig from './operations/delete-project-secrets-config.ts'
import exportProjectSecrets from './operations/export-project-secrets.ts'
import importProjectSecretFiles from './operations/import-project-secret-files.ts'
import listProjectSecretEntries from './operations/list-project-secret-entries.ts'
import listProjectSecretsConfigs from './operations/list-project-secrets-configs.ts'
import listProjectSecretsSyncLogs from './operations/list-project-secrets-sync-logs.ts'
import testProjectSecrets from './operations/test-project-secrets.ts'
import updateProjectSecretsConfig from './operations/update-project-secrets-config.ts'
import upsertProjectSecretEntries from './operations/upsert-project-secret-entries.ts'

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
