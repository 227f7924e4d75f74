import { Readable } from 'node:stream'
import { isFormat, type SecretFiles, UnwritableValue } from '../../../../execution/secret-files/index.ts'
import { record } from '../../../../platform/audit/index.ts'
import type { Vault } from '../../../../platform/crypto/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { formatOfPath, openFilesAt } from '../change-files.ts'
import { exportProjectSecrets } from '../contract.ts'
import { openEntriesOf } from '../open-secrets.ts'
import { secretPathsOf } from '../store.ts'

interface Parts {
  readonly vault: Vault
  readonly secretFiles: SecretFiles
  readonly database: Pick<Database, 'within'>
}

/** Every export is recorded, also one that is refused because of what it asks for. */
export default ({ vault, secretFiles, database }: Parts) =>
  handle(exportProjectSecrets, async (context) => {
    const { params, body, workspace, caller, requestId, traceId, read, commit, fail, invalid } = context
    const { projectId } = params
    const { format } = body
    const refuse = async (path: 'format' | 'source', message: string, rule: string) => {
      await database.within(workspace, async (tx) => {
        const details = { source: body.source ?? null, format: format ?? null, reason: rule }
        record(tx, {
          action: 'secrets.exported',
          category: 'export',
          severity: 'notice',
          outcome: 'failure',
          actor: caller.actor,
          source: caller.source,
          requestId,
          traceId,
          resource: ['project', projectId],
          details,
        })
      })
      return invalid([{ path, message, rule }])
    }
    if (format !== undefined && !isFormat(format))
      return refuse('format', 'is not a format that can be written', 'enum')
    const paths = await read((tx) => secretPathsOf(tx, projectId))
    if (body.source === undefined && paths.length > 1)
      return refuse('source', 'has to name one of the files that hold secrets', 'required')
    const source = body.source ?? paths[0]
    if (source === undefined || !paths.includes(source)) return fail.noSource()
    if (!vault.available) return fail.noVault()
    const { file, entries } = await read(async (tx) => {
      const [open] = await openFilesAt(tx, vault, projectId, [source])
      const all = await openEntriesOf(tx, vault, projectId)
      return { file: open, entries: all.filter((entry) => entry.source === source) }
    })
    const parsed = file && (await secretFiles.parse(source, file.bytes))
    const own = parsed && 'format' in parsed ? parsed.format : undefined
    const known = parsed && 'entries' in parsed ? parsed.entries : entries
    if (file && own === undefined && format !== undefined && known.length === 0)
      return refuse('format', `is for entries, and ${source} has none; leave format out to export its bytes`, 'opaque')
    const isWhole = file !== undefined && (format === undefined || format === own)
    const written = format ?? own ?? (await formatOfPath(secretFiles, source))
    const write = () => {
      if (!isWhole) return secretFiles.build(written, known)
      return own === undefined ? file.bytes : secretFiles.export(own, file.bytes)
    }
    const built = await Promise.try(write).catch((error: unknown) => {
      if (!(error instanceof UnwritableValue)) throw error
      const message = `${written} cannot hold the value of ${error.key}; send another format, or delete this entry`
      return refuse(format === undefined ? 'source' : 'format', message, 'format')
    })
    const metadata = { source, format: file && !own && !format ? null : written, keys: known.map(({ key }) => key) }
    return commit(async ({ ok }) => ok(Readable.from([built]), { resource: ['project', projectId], metadata }))
  })
