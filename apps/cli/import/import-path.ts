import {
  type Manifest,
  manifestOf,
  ScanTimeoutError,
  branchHeadFaults,
  branchHeadLimits,
} from '../../../execution/repositories/index.ts'
import { failed } from '../failure.ts'
import type { FoundRepository } from '../repository/find-repository.ts'
import { readLink, writeLink } from '../repository/link.ts'
import type { ProtectedFile } from '../repository/protected-files.ts'
import { readProfile } from '../profile/profile.ts'
import type { Session } from '../session.ts'
import { canAsk, confirm } from '../terminal/ask.ts'
import { counted, listed, printable } from '../terminal/text.ts'
import { inTemporaryFolder } from '../files/temporary-folder.ts'
import { writeSyncState, type SyncState } from '../sync/sync-state.ts'
import { reviewImport, type ReviewOptions } from './review.ts'
import { stackOf } from '../../../domains/code/imports/rules.ts'
import { sendImport, type ImportResult } from './send.ts'
import { sendReviewed } from './server-scan.ts'
import { openSource, type Source } from './source.ts'

export interface ImportOptions extends ReviewOptions {
  readonly name?: string | undefined
  readonly stack?: string | undefined
  readonly branch?: string | undefined
  /** Undefined asks the person, and takes none along without a person to answer. */
  readonly protect?: boolean | undefined
}

interface ImportedPath {
  readonly imported: ImportResult
  readonly source: Source
  readonly manifest: Manifest
  readonly protectedFiles: readonly ProtectedFile[]
}

// A slow computer takes long for a large history, and a person can stop it.
const localScanMs = 60 * 60_000

/** A repository or bundle becomes a project with its first revision. */
export const importPath = (session: Session, path: string, options: ImportOptions): Promise<ImportedPath> =>
  inTemporaryFolder(async (folder) => {
    session.ifInterrupted('Stopped. No project was made; run the same command again to go on where it was.')
    const client = await session.client()
    const source = await openSource(session, path, folder, options.branch)
    const imported = await importSource(session, source, options)
    if (source.found) {
      await link(session, client.url, source.found, imported.imported)
      await writeSyncState(source.found, stateOf(client.url, imported))
    }
    return imported
  })

const stateOf = (url: string, { imported, source, protectedFiles }: ImportedPath): SyncState => {
  const { projectId, revisionId, generation } = imported
  const { branch, commitSha } = source
  const hashes = Object.fromEntries(protectedFiles.map(({ path, sha256 }) => [path, sha256]))
  return { url, projectId, revisionId, generation, branch, commitSha, protectedFiles: hashes }
}

/** Links the folder to its new project; an existing link stays, and is named. */
const link = async ({ output }: Session, url: string, found: FoundRepository, { projectId, project }: ImportResult) => {
  const before = await readLink(found)
  await writeLink(found, { url, projectId, name: project.name })
  if (before?.url !== url || before.projectId === projectId) return
  output.say(
    `This folder was linked to the project “${printable(before.name)}” (${before.projectId}). It is linked to the new one now; the other one stays as it is.`,
  )
}

export const importSource = async (session: Session, source: Source, options: ImportOptions): Promise<ImportedPath> => {
  const { output, signal } = session
  await refuseFaults(source, signal)
  const protect = options.protect ?? (await protectByDefault(session))
  const protectedFiles = await chooseProtected(session, source.protectedFiles, protect, canAsk() && !options.yes)
  const named = protectedFiles.map(({ path, reason }) => ({ path, reason }))
  const advice = 'Import a bundle with less history.'
  const manifest = await scanCommit(source.gitDir, source.commitSha, { protected: named, signal }, advice)
  let historyMode = await reviewImport(session, source, manifest, options)
  const { files } = manifest.manifest
  output.say(`${counted(files.length, 'file')} on ${source.branch} at ${source.commitSha.slice(0, 12)}`)
  const name = options.name ?? source.name
  const stack = options.stack ?? stackOf(files)
  const client = await session.client()
  const imported = await sendReviewed(session, client, source, {
    manifest,
    review: async (theirs) => (historyMode = await reviewImport(session, source, theirs, options)),
    send: (one) => sendImport(session, client, { source, manifest: one, name, stack, historyMode, protectedFiles }),
  })
  return { imported, source, manifest, protectedFiles }
}

/** Content that the server would refuse is reported before the upload. */
export const refuseFaults = async (
  { gitDir, commitSha }: Pick<Source, 'gitDir' | 'commitSha'>,
  signal: AbortSignal,
): Promise<void> => {
  const faults = await branchHeadFaults(gitDir, commitSha, branchHeadLimits, signal)
  if (faults.length === 0) return
  const lines = faults.slice(0, 10).map(({ message }) => `  ${message}`)
  const more = faults.length > lines.length ? [`  and ${faults.length - lines.length} more`] : []
  const text = ['Atelier cannot take this repository in as it is:', ...lines, ...more].join('\n')
  throw failed(faults[0]!.rule, text, { fields: faults })
}

/** The profile's setting; undefined if the person is to be asked. */
export const protectByDefault = async ({ environment }: Session): Promise<boolean | undefined> => {
  const { protect = 'ask' } = await readProfile(environment)
  return protect === 'ask' ? undefined : protect === 'always'
}

/** The protected files among these that go to the server: all, none, or as a person answers. */
export const chooseProtected = async (
  { output, signal }: Session,
  files: readonly ProtectedFile[],
  protect?: boolean,
  mayAsk = canAsk(),
): Promise<readonly ProtectedFile[]> => {
  if (files.length === 0 || protect === false) return []
  const named = listed(files.map(({ path, reason }) => `${printable(path)} (${reason})`))
  if (protect) {
    output.say(`Taken along encrypted: ${named}`)
    return files
  }
  const found = `${counted(files.length, 'file')} with secrets ${files.length === 1 ? 'is' : 'are'} not in the repository: ${named}`
  if (!mayAsk) {
    output.say(`${found}. Left out; --protect takes ${files.length === 1 ? 'it' : 'them'} along encrypted.`)
    return []
  }
  output.say(found)
  return (await confirm('Take them along, encrypted?', signal)) ? files : []
}

/** Scans a commit with its history; if that takes too long, the command ends with the advice. */
export const scanCommit = async (
  gitDir: string,
  commitSha: string,
  options: Parameters<typeof manifestOf>[2],
  advice: string,
): Promise<Manifest> => {
  try {
    return await manifestOf(gitDir, commitSha, { ...options, timeoutMs: localScanMs })
  } catch (error) {
    if (!(error instanceof ScanTimeoutError)) throw error
    throw failed('scan_timeout', `${error.message} ${advice}`)
  }
}
