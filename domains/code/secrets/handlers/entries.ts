import { Readable } from 'node:stream'
import { record } from '../../../../platform/audit/index.ts'
import type { Vault } from '../../../../platform/crypto/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { handle } from '../../../../platform/handler/index.ts'
import {
  type SecretFiles,
  dotenvHolds,
  isFormat,
  UnwritableValue,
  type ParsedFile,
  isExportedAnew,
} from '../../../../packages/secret-files/index.ts'
import { lockProject } from '../../projects/index.ts'
import {
  areUnchanged,
  changedFile,
  openFilesAt,
  formatOfPath,
  clearFile,
  type FileRefusal,
  unkeptRefusal,
} from '../change-files.ts'
import * as contract from '../contract.ts'
import { openEntriesOf, openerOf } from '../open-secrets.ts'
import { duplicateFaults, masked, bySource } from '../rules.ts'
import { sealSecrets, type ClearFile } from '../seal-secrets.ts'
import { refusedPaths } from '../source-paths.ts'
import {
  removeSecretEntry,
  secretEntriesOf,
  removeSecretsAt,
  secretPathsOf,
  removeEntriesOf,
  protectedFilesAt,
} from '../store.ts'

interface Parts {
  readonly vault: Vault
  readonly secretFiles: SecretFiles
}

export const deleteProjectSecretEntry = ({ vault, secretFiles }: Parts) =>
  handle(contract.deleteProjectSecretEntry, async ({ params, query, read, commit, fail, invalid, absent }) => {
    const { projectId, key } = params
    const has = (row: { readonly key: string; readonly source: string }) =>
      row.key === key && (query.source === undefined || row.source === query.source)
    const paths = (await read((tx) => secretEntriesOf(tx, { projectId }))).filter(has).map(({ source }) => source)
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
      const removed = (await secretEntriesOf(tx, { projectId })).filter(has)
      for (const { source } of removed) await removeSecretEntry(tx, { projectId, source, key })
      await sealSecrets(tx, vault, projectId, { files, entries: [] })
      const metadata = { key, sources: removed.map(({ source }) => source) }
      const about = { resource: ['project', projectId], within: { projectId }, metadata } as const
      return ok({ removed: removed.length }, removed.length > 0 ? about : { ...about, repeated: true })
    })
  })

export const deleteProjectSecretFile = handle(
  contract.deleteProjectSecretFile,
  async ({ tx, params, query, absent, ok }) => {
    const { projectId } = params
    if (!(await lockProject(tx, projectId))) return absent()
    const removed = await removeSecretsAt(tx, projectId, [query.path])
    const isRepeat = removed.files + removed.entries === 0
    const metadata = { path: query.path, ...removed }
    const about = { resource: ['project', projectId], within: { projectId }, metadata } as const
    return ok(removed, isRepeat ? { ...about, repeated: true } : about)
  },
)

type ExportParts = Parts & { readonly database: Pick<Database, 'within'> }

/** Records every export, also a refused one. */
export const exportProjectSecrets = ({ vault, secretFiles, database }: ExportParts) =>
  handle(contract.exportProjectSecrets, async (context) => {
    const { params, body, workspace, caller, requestId, traceId, read, commit, fail, invalid } = context
    const { projectId } = params
    const { format } = body
    const refuse = async (path: 'format' | 'source', message: string, rule: string) => {
      const details = { source: body.source ?? null, format: format ?? null, reason: rule }
      await database.within(workspace, async (tx) =>
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
        }),
      )
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
    const fileFormat = parsed && 'format' in parsed ? parsed.format : undefined
    const fileEntries = parsed && 'entries' in parsed ? parsed.entries : undefined
    const entriesBesideFile = fileFormat === 'dotenv' ? missingIn(fileEntries ?? [], entries) : []
    const allEntries = fileEntries ? [...fileEntries, ...entriesBesideFile] : entries
    if (file && fileFormat === undefined && format !== undefined && allEntries.length === 0)
      return refuse('format', `is for entries, and ${source} has none; leave format out to export its bytes`, 'opaque')
    // The file is exported as it is, if nothing asks for another format.
    const isWhole = file !== undefined && (format === undefined || format === fileFormat)
    const exportFormat = format ?? fileFormat ?? (await formatOfPath(secretFiles, source))
    const unwritable = isWhole ? entriesBesideFile : allEntries.filter(({ value }) => !dotenvHolds(value))
    // Only dotenv has comments, which name the entries that are left out; other formats refuse them.
    const notWritten = exportFormat === 'dotenv' ? unwritable : []
    const write = async () => {
      if (isWhole && fileFormat === undefined) return file.bytes
      const content = isWhole
        ? await secretFiles.export(fileFormat!, file.bytes)
        : await secretFiles.build(exportFormat, missingIn(notWritten, allEntries), fileFormat)
      return withNotes(content, notWritten)
    }
    const content = await Promise.try(write).catch((error: unknown) => {
      if (!(error instanceof UnwritableValue)) throw error
      const message = `${exportFormat} cannot hold the value of ${error.key}; send another format, or delete this entry`
      return refuse(format === undefined ? 'source' : 'format', message, 'format')
    })
    const metadata = {
      source,
      format: file && !fileFormat && !format ? null : exportFormat,
      keys: allEntries.map(({ key }) => key),
      notWritten: notWritten.map(({ key }) => key),
    }
    return commit(async ({ ok }) => ok(Readable.from([content]), { resource: ['project', projectId], metadata }))
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

const notAllowed = { skipped: 'path-not-allowed', line: 1 } as const

type ReadableFile = Exclude<ParsedFile, { readonly skipped: string }>

export const importProjectSecretFiles = ({ vault, secretFiles }: Parts) =>
  handle(contract.importProjectSecretFiles, async ({ params, body, read, commit, fail, invalid, absent }) => {
    const { projectId } = params
    const paths = body.files.map(({ path }) => path)
    const faults = [
      ...body.files.flatMap(({ contentBase64 }, at) =>
        contentBase64 ? [] : [{ path: `files.${at}.contentBase64`, message: 'is not base64', rule: 'base64' }],
      ),
      ...duplicateFaults(paths, (at) => `files.${at}.path`),
    ]
    if (faults.length > 0) return invalid(faults)
    if (!vault.available) return fail.noVault()
    const reasons = refusedPaths(paths, await read((tx) => secretPathsOf(tx, projectId)))
    const unread: { readonly path: string; readonly rule: string; readonly line: number }[] = []
    const readable: { path: string; bytes: Uint8Array; parsed: ReadableFile }[] = []
    for (const { path, contentBase64 } of body.files) {
      const { bytes } = contentBase64!
      const parsed: ParsedFile = reasons.has(path) ? notAllowed : await secretFiles.parse(path, bytes)
      if ('skipped' in parsed) unread.push({ path, rule: parsed.skipped, line: parsed.line })
      else readable.push({ path, bytes, parsed })
    }
    return commit(async ({ tx, ok }) => {
      if (!(await lockProject(tx, projectId))) return absent()
      // Meanwhile another caller may have stored a path that differs from one of these only by case.
      const readablePaths = readable.map(({ path }) => path)
      const clashing = refusedPaths(readablePaths, await secretPathsOf(tx, projectId))
      const accepted = readable.filter(({ path }) => !clashing.has(path))
      const late = [...clashing.keys()].map((path) => ({ path, rule: notAllowed.skipped, line: notAllowed.line }))
      const inFiles = accepted.flatMap(({ path, parsed }) =>
        'unread' in parsed ? parsed.unread.map(({ rule, line }) => ({ path, rule, line })) : [],
      )
      const skipped = [...unread, ...inFiles, ...late]
      for (const { path } of accepted) await removeEntriesOf(tx, { projectId, source: path })
      await sealSecrets(tx, vault, projectId, {
        files: accepted.map(({ path, bytes }) => clearFile(path, '100600', bytes)),
        entries: accepted.flatMap(({ path, parsed }) =>
          entriesOf(parsed).map(({ key, value }) => ({ source: path, key, value })),
        ),
      })
      const files = accepted.map(({ path, parsed }) => ({
        path,
        format: 'format' in parsed ? parsed.format : null,
        entryCount: entriesOf(parsed).length,
      }))
      const metadata = { files, skipped }
      return ok({ files, skipped }, { resource: ['project', projectId], within: { projectId }, metadata })
    })
  })

const entriesOf = (parsed: ReadableFile) => ('entries' in parsed ? parsed.entries : [])

export const listProjectSecretEntries = (vault: Vault) =>
  handle(contract.listProjectSecretEntries, async ({ tx, params, fail, ok }) => {
    const rows = await secretEntriesOf(tx, { projectId: params.projectId })
    if (rows.length === 0) return ok({ entries: [] })
    if (!vault.available) return fail.noVault()
    const opener = await openerOf(tx, vault, params.projectId)
    const sources = [...new Set(rows.map(({ source }) => source))]
    const files = await protectedFilesAt(tx, { projectId: params.projectId, paths: sources })
    const exact = new Set(files.filter((row) => !isExportedAnew(row.path, opener.file(row))).map(({ path }) => path))
    return ok({
      entries: rows.map((row) => ({
        key: row.key,
        source: row.source,
        value: masked(opener.entry(row)),
        shape: !exact.has(row.source),
        updatedAt: row.updatedAt,
      })),
    })
  })

export const upsertProjectSecretEntries = ({ vault, secretFiles }: Parts) =>
  handle(contract.upsertProjectSecretEntries, async ({ params, body, read, commit, fail, invalid, absent }) => {
    const { projectId } = params
    const names = body.entries.map(({ key, source }) => JSON.stringify([source, key]))
    const faults = duplicateFaults(names, (at) => `entries.${at}.key`)
    if (faults.length > 0) return invalid(faults)
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
    const filePaths = new Set(before.map(({ path }) => path))
    for (const path of paths.filter((one) => !filePaths.has(one))) {
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
      const subject = { resource: ['project', projectId], within: { projectId }, metadata } as const
      return ok({ written: entries.length, refused }, subject)
    })
  })

/** Names the entry that its file cannot hold, or the first entry of the file if no single value is the reason. */
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
