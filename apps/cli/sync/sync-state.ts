import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { FoundRepository } from '../repository/find-repository.ts'

/** The last common state of a checkout and its project. */
export interface SyncState {
  readonly url: string
  readonly projectId: string
  readonly revisionId: string
  readonly generation: number
  readonly branch: string
  readonly commitSha: string
  /** SHA-256 of each protected file as both sides had it, by its path. */
  readonly protectedFiles: Readonly<Record<string, string>>
}

/** Beside the index: each work tree has protected files of its own. */
const fileOf = ({ gitDir }: FoundRepository) => join(gitDir, 'atelier-sync.json')

/** The stored state of this project at this server; undefined if absent or unreadable. */
export const readSyncState = async (
  found: FoundRepository,
  of: { readonly url: string; readonly projectId: string },
): Promise<SyncState | undefined> => {
  const text = await readFile(fileOf(found), 'utf8').catch(() => undefined)
  const state = text === undefined ? undefined : parse(text)
  return state?.url === of.url && state.projectId === of.projectId ? state : undefined
}

const parse = (text: string): SyncState | undefined => {
  try {
    const { protectedFiles = {}, ...state } = JSON.parse(text) as Partial<SyncState>
    const { url, projectId, revisionId, generation, branch, commitSha } = state
    if (!url || !projectId || !revisionId || !generation || !branch || !commitSha) return undefined
    return { url, projectId, revisionId, generation, branch, commitSha, protectedFiles }
  } catch {
    return undefined
  }
}

export const writeSyncState = (found: FoundRepository, state: SyncState): Promise<void> =>
  writeDurably(fileOf(found), `${JSON.stringify(state, undefined, 2)}\n`)

/** The file is written whole or unchanged, after a crash of the machine as well. */
export const writeDurably = async (file: string, text: string): Promise<void> => {
  const fresh = `${file}.${process.pid}`
  const handle = await open(fresh, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(fresh, file)
}
