import { Readable } from 'node:stream'
import { isFormat, type SecretFiles, UnwritableValue } from '../../../../execution/secret-files/index.ts'
import type { Vault } from '../../../../platform/crypto/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { openFilesAt } from '../change-files.ts'
import { exportProjectSecrets } from '../contract.ts'
import { openerOf } from '../open-secrets.ts'
import { secretEntriesOf, secretPathsOf } from '../store.ts'

interface Parts {
  readonly vault: Vault
  readonly secretFiles: SecretFiles
}

export default ({ vault, secretFiles }: Parts) =>
  handle(exportProjectSecrets, async ({ params, body, read, commit, fail, invalid }) => {
    const { projectId } = params
    const { format } = body
    if (format !== undefined && !isFormat(format)) {
      return invalid([{ path: 'format', message: 'is not a format that can be written', rule: 'enum' }])
    }
    const paths = await read((tx) => secretPathsOf(tx, projectId))
    if (body.source === undefined && paths.length > 1) {
      return invalid([{ path: 'source', message: 'has to name one of the files that hold secrets', rule: 'required' }])
    }
    const source = body.source ?? paths[0]
    if (source === undefined || !paths.includes(source)) return fail.noSource()
    if (!vault.available) return fail.noVault()
    const { file, entries } = await read(async (tx) => {
      const [open] = await openFilesAt(tx, vault, projectId, [source])
      const rows = (await secretEntriesOf(tx, projectId)).filter((row) => row.source === source)
      const opener = await openerOf(tx, vault, projectId)
      return { file: open, entries: rows.map((row) => ({ key: row.key, value: opener.entry(row) })) }
    })
    const parsed = await secretFiles.parse(source, file?.bytes ?? Buffer.alloc(0))
    const own = 'format' in parsed ? parsed.format : undefined
    const isWhole = file !== undefined && (format === undefined || format === own)
    const known = file && 'entries' in parsed ? parsed.entries : entries
    const write = () => {
      if (!isWhole) return secretFiles.build(format ?? own ?? 'dotenv', known)
      return own === undefined ? file.bytes : secretFiles.export(own, file.bytes)
    }
    const built = await Promise.try(write).catch((error: unknown) => {
      if (!(error instanceof UnwritableValue)) throw error
      return invalid([{ path: 'format', message: `cannot hold the value of ${error.key}`, rule: 'format' }])
    })
    const metadata = { source, format: format ?? own ?? null, keys: known.map(({ key }) => key) }
    return commit(async ({ ok }) => ok(Readable.from([built]), { resource: ['project', projectId], metadata }))
  })
