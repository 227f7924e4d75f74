import type { SecretFiles } from '../../../execution/secret-files/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import deleteProjectSecretEntry from './operations/delete-project-secret-entry.ts'
import exportProjectSecrets from './operations/export-project-secrets.ts'
import importProjectSecretFiles from './operations/import-project-secret-files.ts'
import listProjectSecretEntries from './operations/list-project-secret-entries.ts'
import upsertProjectSecretEntries from './operations/upsert-project-secret-entries.ts'

interface Parts {
  readonly vault: Vault
  readonly secretFiles: SecretFiles
}

export default (parts: Parts) => ({
  listProjectSecretEntries: listProjectSecretEntries(parts.vault),
  upsertProjectSecretEntries: upsertProjectSecretEntries(parts),
  deleteProjectSecretEntry: deleteProjectSecretEntry(parts),
  exportProjectSecrets: exportProjectSecrets(parts),
  importProjectSecretFiles: importProjectSecretFiles(parts),
})
