import type { ParsedFile, SecretFiles } from '../../../../execution/secret-files/index.ts'
import type { Vault } from '../../../../platform/crypto/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { lockProject } from '../../projects/index.ts'
import { clearFile } from '../change-files.ts'
import { importProjectSecretFiles } from '../contract.ts'
import { sealSecrets } from '../seal-secrets.ts'
import { duplicateFaults } from '../rules.ts'
import { refusedPaths } from '../source-paths.ts'
import { removeEntriesOf, secretPathsOf } from '../store.ts'

interface Parts {
  readonly vault: Vault
  readonly secretFiles: SecretFiles
}

interface Skipped {
  readonly path: string
  readonly rule: string
  readonly line: number
}
const notAllowed = { skipped: 'path-not-allowed', line: 1 } as const

type Readable = Exclude<ParsedFile, { readonly skipped: string }>

export default ({ vault, secretFiles }: Parts) =>
  handle(importProjectSecretFiles, async ({ params, body, read, commit, fail, invalid, absent }) => {
    const { projectId } = params
    const wrong = body.files.flatMap(({ contentBase64 }, at) =>
      contentBase64 ? [] : [{ path: `files.${at}.contentBase64`, message: 'is not base64', rule: 'base64' }],
    )
    const twice = duplicateFaults(
      body.files.map(({ path }) => path),
      (at) => `files.${at}.path`,
    )
    if (wrong.length + twice.length > 0) return invalid([...wrong, ...twice])
    if (!vault.available) return fail.noVault()
    const kept = await read((tx) => secretPathsOf(tx, projectId))
    const reasons = refusedPaths(
      body.files.map(({ path }) => path),
      kept,
    )
    const unread: Skipped[] = []
    const readable: { path: string; bytes: Uint8Array; parsed: Readable }[] = []
    for (const { path, contentBase64 } of body.files) {
      const { bytes } = contentBase64!
      const parsed: ParsedFile = reasons.has(path) ? notAllowed : await secretFiles.parse(path, bytes)
      if ('skipped' in parsed) unread.push({ path, rule: parsed.skipped, line: parsed.line })
      else readable.push({ path, bytes, parsed })
    }
    return commit(async ({ tx, ok }) => {
      if (!(await lockProject(tx, projectId))) return absent()
      // Another caller may have brought a path since that differs from one of these only by case.
      const clashing = refusedPaths(
        readable.map(({ path }) => path),
        await secretPathsOf(tx, projectId),
      )
      const taken = readable.filter(({ path }) => !clashing.has(path))
      const late = [...clashing.keys()].map((path) => ({ path, rule: notAllowed.skipped, line: notAllowed.line }))
      const inFiles = taken.flatMap(({ path, parsed }) =>
        'unread' in parsed ? parsed.unread.map(({ rule, line }) => ({ path, rule, line })) : [],
      )
      const skipped = [...unread, ...inFiles, ...late]
      for (const { path } of taken) await removeEntriesOf(tx, projectId, path)
      await sealSecrets(tx, vault, projectId, {
        files: taken.map(({ path, bytes }) => clearFile(path, '100600', bytes)),
        entries: taken.flatMap(({ path, parsed }) =>
          entriesOf(parsed).map(({ key, value }) => ({ source: path, key, value })),
        ),
      })
      const files = taken.map(({ path, parsed }) => ({
        path,
        format: 'format' in parsed ? parsed.format : null,
        entryCount: entriesOf(parsed).length,
      }))
      const metadata = { files, skipped }
      return ok({ files, skipped }, { resource: ['project', projectId], within: { projectId }, metadata })
    })
  })

const entriesOf = (parsed: Readable) => ('entries' in parsed ? parsed.entries : [])
