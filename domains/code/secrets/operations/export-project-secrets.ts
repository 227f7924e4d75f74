import { Readable } from 'node:stream'
import { dotenvHolds, isFormat, type SecretFiles, UnwritableValue } from '../../../../execution/secret-files/index.ts'
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
    const inFile = parsed && 'entries' in parsed ? parsed.entries : undefined
    const besideFile = own === 'dotenv' ? missingIn(inFile ?? [], entries) : []
    const known = inFile ? [...inFile, ...besideFile] : entries
    if (file && own === undefined && format !== undefined && known.length === 0)
      return refuse('format', `is for entries, and ${source} has none; leave format out to export its bytes`, 'opaque')
    const isWhole = file !== undefined && (format === undefined || format === own)
    const written = format ?? own ?? (await formatOfPath(secretFiles, source))
    const notWritten =
      written !== 'dotenv' ? [] : isWhole ? besideFile : known.filter(({ value }) => !dotenvHolds(value))
    const write = async () => {
      if (isWhole && own === undefined) return file.bytes
      const content = isWhole
        ? await secretFiles.export(own!, file.bytes)
        : await secretFiles.build(written, missingIn(notWritten, known), own)
      return withNotes(content, notWritten)
    }
    const built = await Promise.try(write).catch((error: unknown) => {
      if (!(error instanceof UnwritableValue)) throw error
      const message = `${written} cannot hold the value of ${error.key}; send another format, or delete this entry`
      return refuse(format === undefined ? 'source' : 'format', message, 'format')
    })
    const metadata = {
      source,
      format: file && !own && !format ? null : written,
      keys: known.map(({ key }) => key),
      notWritten: notWritten.map(({ key }) => key),
    }
    return commit(async ({ ok }) => ok(Readable.from([built]), { resource: ['project', projectId], metadata }))
  })

interface NamedEntry {
  readonly key: string
}

const missingIn = <E extends NamedEntry>(some: readonly NamedEntry[], entries: readonly E[]): readonly E[] => {
  const names = new Set(some.map(({ key }) => key))
  return entries.filter(({ key }) => !names.has(key))
}

/** A dotenv file with a comment about each entry that it does not have. */
const withNotes = (content: Buffer, notWritten: readonly NamedEntry[]): Buffer => {
  if (notWritten.length === 0) return content
  const isOpen = content.length > 0 && content.at(-1) !== 0x0a
  const notes = notWritten.map(
    ({ key }) => `# ${key} is not written: programs would read its value differently here.\n`,
  )
  return Buffer.concat([content, Buffer.from(`${isOpen ? '\n' : ''}${notes.join('')}`)])
}
