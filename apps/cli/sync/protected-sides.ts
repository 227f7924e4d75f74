import { hash } from 'node:crypto'
import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { revisions } from '../../../domains/code/revisions/contract.ts'
import { forbiddenPath, type ProtectedPath } from '../../../execution/repositories/index.ts'
import type { Client, Reply } from '../client/client.ts'
import { conflict, failed, Failure } from '../failure.ts'
import type { Head } from '../pull/receive.ts'
import {
  findProtectedFiles,
  protectedFile,
  type FileContent,
  type ProtectedFile,
} from '../repository/protected-files.ts'
import { trackedPaths } from '../repository/view.ts'
import type { Session } from '../session.ts'
import { printable } from '../terminal/text.ts'
import type { ProtectedSides } from './protected-plan.ts'
import type { Survey } from './survey.ts'

type StoredProtectedFiles = Reply<typeof revisions.getProjectProtectedFiles>
export type StoredProtectedFile = StoredProtectedFiles['protectedFiles'][number]

export interface ProtectedSurvey {
  readonly sides: readonly ProtectedSides[]
  /** The found files, ready to be sent. */
  readonly here: ReadonlyMap<string, ProtectedFile>
  readonly there: ReadonlyMap<string, StoredProtectedFile>
}

export const noProtected: ProtectedSurvey = { sides: [], here: new Map(), there: new Map() }

/** The protected files of both sides. Reads the project's files in clear, which its audit log shows as an export. */
export const surveyProtected = async (session: Session, survey: Survey): Promise<ProtectedSurvey> => {
  const { workTree } = survey.found
  if (workTree === undefined) return noProtected
  const stored = await readStored(await session.client(), survey)
  const there = new Map(stored.protectedFiles.map((file) => [file.path, file]))
  const secrets = new Set(stored.secrets.entries.map(({ source }) => source))
  const before = survey.synced?.protectedFiles ?? {}
  const { here, occupied } = await readHere(session, survey, workTree, [...there.keys()])
  const paths = new Set([...here.keys(), ...there.keys(), ...Object.keys(before)])
  const sides = [...paths].map((path) => ({
    path,
    synced: before[path],
    here: here.get(path)?.sha256,
    there: there.get(path)?.sha256,
    isOccupied: occupied.has(path),
    isSecrets: secrets.has(path),
  }))
  return { sides, here, there }
}

/** Whether a protected file here is another than when both sides had it. */
export const hasOwnProtected = async (session: Session, survey: Survey): Promise<boolean> => {
  const { workTree } = survey.found
  if (workTree === undefined) return false
  const before = survey.synced?.protectedFiles ?? {}
  const { here } = await readHere(session, survey, workTree, [])
  return [...here.values()].some(({ path, sha256 }) => before[path] !== sha256)
}

/** Protected files by their names, and the entries at the paths that either side has protected otherwise. */
const readHere = async (session: Session, survey: Survey, workTree: string, theirs: readonly string[]) => {
  const { found, view, synced, head } = survey
  const tracked = await trackedPaths(found, view, session.signal)
  const files = await findProtectedFiles(workTree, tracked, session.signal)
  const here = new Map(files.map((file) => [file.path, file]))
  const reasons = new Map(protectedPathsOf(head).map(({ path, reason }) => [path, reason]))
  const occupied = new Set<string>()
  for (const path of new Set([...theirs, ...Object.keys(synced?.protectedFiles ?? {})])) {
    if (here.has(path)) continue
    const file = tracked.has(path) ? 'occupied' : await readAt(workTree, path)
    if (file === 'occupied') occupied.add(path)
    else if (file) here.set(path, protectedFile(path, reasons.get(path) ?? 'protected file', file))
  }
  return { here, occupied }
}

/** The paths that the head of a project protects. */
export const protectedPathsOf = ({ manifest }: Head): readonly ProtectedPath[] =>
  (manifest as { protected?: readonly ProtectedPath[] }).protected ?? []

/** The entry at a path. A link, or a folder on the way that is one, is never followed. */
const readAt = async (workTree: string, path: string): Promise<FileContent | 'occupied' | undefined> => {
  const parts = path.split('/')
  for (let depth = 1; depth <= parts.length; depth += 1) {
    const there = await lstat(join(workTree, ...parts.slice(0, depth))).catch(() => undefined)
    if (!there) return undefined
    if (depth < parts.length ? !there.isDirectory() : !there.isFile()) return 'occupied'
    if (depth === parts.length) return { mode: there.mode, content: await readFile(join(workTree, path)) }
  }
  return undefined
}

/** The SHA-256 of the file at a path; undefined if it is missing. */
export const hashAt = async (workTree: string, path: string): Promise<string | undefined> => {
  const file = await readAt(workTree, path)
  return file === undefined || file === 'occupied' ? file : protectedFile(path, '', file).sha256
}

/** A server without a key for secrets, and a key that only reads: neither matters to a project without protected files. */
const harmlessRefusals: readonly string[] = ['secrets_encryption_unavailable', 'forbidden']

const readStored = async (client: Client, { head }: Survey): Promise<StoredProtectedFiles> => {
  try {
    const stored = await client.call(revisions.getProjectProtectedFiles, { params: { id: head.projectId } })
    for (const file of stored.protectedFiles) refuseOdd(file)
    if (stored.revisionId === head.revisionId) return stored
    throw conflict(
      'revision_moved',
      'The project got another revision at this moment. Nothing was changed; run this again.',
    )
  } catch (error) {
    const hasNone = protectedPathsOf(head).length === 0
    if (!(error instanceof Failure && harmlessRefusals.includes(error.code) && hasNone)) throw error
    return { ...head, protectedFiles: [], secrets: { entries: [] } }
  }
}

/** The content has to match the server's hash, and the path has to be allowed in a checkout. */
const refuseOdd = ({ path, contentBase64, sha256 }: StoredProtectedFile) => {
  const isWhole = hash('sha256', Buffer.from(contentBase64, 'base64')) === sha256
  const isOdd = !path.isWellFormed() || /[\p{Cc}\\]/u.test(path) || forbiddenPath(Buffer.from(path)) !== undefined
  if (isWhole && !isOdd) return
  throw failed(
    'revision_differs',
    `The server names a protected file ${printable(path)} ${isOdd ? 'that no checkout may have' : 'with another content than it says'}. Nothing was changed here.`,
  )
}
