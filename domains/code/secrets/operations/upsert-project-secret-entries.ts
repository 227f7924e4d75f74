import type { SecretFiles } from '../../../../execution/secret-files/index.ts'
import type { Vault } from '../../../../platform/crypto/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { lockProject } from '../../projects/index.ts'
import { areUnchanged, changedFile, openFilesAt } from '../change-files.ts'
import { upsertProjectSecretEntries } from '../contract.ts'
import { sealSecrets, type ClearFile } from '../seal-secrets.ts'
import { bySource, duplicateFaults } from '../rules.ts'
import { refusedPaths } from '../source-paths.ts'
import { secretPathsOf } from '../store.ts'

interface Parts {
  readonly vault: Vault
  readonly secretFiles: SecretFiles
}

export default ({ vault, secretFiles }: Parts) =>
  handle(upsertProjectSecretEntries, async ({ params, body, read, commit, fail, invalid, absent }) => {
    const { projectId } = params
    const names = body.entries.map(({ key, source }) => JSON.stringify([source, key]))
    const twice = duplicateFaults(names, (at) => `entries.${at}.key`)
    if (twice.length > 0) return invalid(twice)
    if (!vault.available) return fail.noVault()
    const sources = [...bySource(body.entries).keys()]
    const reasons = refusedPaths(sources, await read((tx) => secretPathsOf(tx, projectId)))
    const entries = body.entries.filter(({ source }) => !reasons.has(source))
    const groups = bySource(entries)
    const paths = [...groups.keys()]
    const before = await read((tx) => openFilesAt(tx, vault, projectId, paths))
    const files: ClearFile[] = []
    for (const file of before) {
      const changed = await changedFile(secretFiles, file, groups.get(file.path)!)
      const message = 'cannot hold these values in its format; import a changed file instead'
      if (!changed) return invalid([{ path: `entries.${file.path}`, message, rule: 'format' }])
      files.push(changed)
    }
    return commit(async ({ tx, ok }) => {
      if (!(await lockProject(tx, projectId))) return absent()
      const isTaken = refusedPaths(paths, await secretPathsOf(tx, projectId)).size > 0
      if (isTaken || !(await areUnchanged(tx, projectId, paths, before))) return fail.changed()
      await sealSecrets(tx, vault, projectId, { files, entries })
      const refused = body.entries.flatMap(({ key, source }) =>
        reasons.has(source) ? [{ key, source, reason: reasons.get(source)! }] : [],
      )
      const metadata = { sources: paths, keys: entries.map(({ key }) => key), refused: refused.length }
      return ok(
        { written: entries.length, refused },
        { resource: ['project', projectId], within: { projectId }, metadata },
      )
    })
  })
