import type { SecretFiles } from '../../../../execution/secret-files/index.ts'
import type { Vault } from '../../../../platform/crypto/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { lockProject } from '../../projects/index.ts'
import { areUnchanged, changedFile, openFilesAt } from '../change-files.ts'
import { deleteProjectSecretEntry } from '../contract.ts'
import { sealSecrets, type ClearFile } from '../seal-secrets.ts'
import { removeSecretEntry, secretEntriesOf } from '../store.ts'

interface Parts {
  readonly vault: Vault
  readonly secretFiles: SecretFiles
}

export default ({ vault, secretFiles }: Parts) =>
  handle(deleteProjectSecretEntry, async ({ params, query, read, commit, fail, invalid, absent }) => {
    const { projectId, key } = params
    const has = (row: { readonly key: string; readonly source: string }) =>
      row.key === key && (query.source === undefined || row.source === query.source)
    const paths = (await read((tx) => secretEntriesOf(tx, projectId))).filter(has).map(({ source }) => source)
    if (paths.length > 0 && !vault.available) return fail.noVault()
    const before = await read((tx) => openFilesAt(tx, vault, projectId, paths))
    const files: ClearFile[] = []
    for (const file of before) {
      const changed = await changedFile(secretFiles, file, [{ key, value: null }])
      const message = 'cannot be taken out of its file, where others depend on its place; import a changed file instead'
      if ('refusedKey' in changed) return invalid([{ path: 'key', message, rule: 'format' }])
      files.push(changed)
    }
    return commit(async ({ tx, ok }) => {
      if (!(await lockProject(tx, projectId))) return absent()
      if (!(await areUnchanged(tx, projectId, paths, before))) return fail.changed()
      const removed = (await secretEntriesOf(tx, projectId)).filter(has)
      for (const { source } of removed) await removeSecretEntry(tx, projectId, source, key)
      await sealSecrets(tx, vault, projectId, { files, entries: [] })
      const metadata = { key, sources: removed.map(({ source }) => source) }
      const about = { resource: ['project', projectId], within: { projectId }, metadata } as const
      return ok({ removed: removed.length }, removed.length > 0 ? about : { ...about, repeated: true })
    })
  })
