import type { SecretFiles } from '../../../../execution/secret-files/index.ts'
import type { Vault } from '../../../../platform/crypto/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { lockProject } from '../../projects/index.ts'
import { areUnchanged, changedFile, type FileRefusal, openFilesAt, unkeptRefusal } from '../change-files.ts'
import { upsertProjectSecretEntries } from '../contract.ts'
import { openEntriesOf } from '../open-secrets.ts'
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
      if ('refusedKey' in changed) return invalid([faultOf(body.entries, file.path, changed)])
      files.push(changed)
    }
    const stored = bySource(await read((tx) => openEntriesOf(tx, vault, projectId)))
    const kept = new Set(before.map(({ path }) => path))
    for (const path of paths.filter((one) => !kept.has(one))) {
      const ofPath = stored.get(path) ?? []
      const refusal = await unkeptRefusal(secretFiles, path, { stored: ofPath, added: groups.get(path)! })
      if (refusal) return invalid([faultOf(body.entries, path, refusal)])
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

/** Names the entry that its file cannot hold; the first one of the file where no single value is the reason. */
const faultOf = (
  entries: readonly { readonly key: string; readonly source: string }[],
  path: string,
  { refusedKey }: FileRefusal,
) => {
  const ofFile = entries.findIndex(({ source }) => source === path)
  const named = entries.findIndex(({ key, source }) => source === path && key === refusedKey)
  const at = named === -1 ? ofFile : named
  const message = `${entries[at]!.key} cannot be written in the format of ${path}; use another key or source, or import a changed file`
  return { path: `entries.${at}`, message, rule: 'format' }
}
