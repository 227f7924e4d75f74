import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { atelier } from '../program/command.ts'
import { revisions } from '../../../domains/code/revisions/contract.ts'
import {
  branchHeadFaults,
  branchHeadLimits,
  git,
  GitError,
  isBranchName,
  isSha,
  manifestOf,
  readBundleHeader,
  type Manifest,
} from '../../../execution/repositories/index.ts'
import type { Client, Reply } from '../client/client.ts'
import { failed, Failure } from '../failure.ts'
import type { Session } from '../session.ts'
import { openProgress } from '../terminal/progress.ts'

export type Head = Reply<typeof revisions.getProjectRevisionHead>

/** The newest revision of a project. Its names become arguments of git, so that they have to be valid. */
export const findHead = async (client: Client, projectId: string): Promise<Head> => {
  const head = await client.call(revisions.getProjectRevisionHead, { params: { id: projectId } })
  if (isSha(head.commitSha) && isBranchName(head.branch)) return head
  throw failed('revision_differs', 'The server names a commit or branch as git does not. Nothing was changed here.')
}

export interface Downloaded {
  readonly head: Head
  readonly bundlePath: string
}

const triesMost = 5

/** Downloads the newest revision; if a newer revision appears in between, it is downloaded instead. */
export const download = async (session: Session, client: Client, head: Head, folder: string): Promise<Downloaded> => {
  let current = head
  for (let attempt = 1; ; attempt += 1) {
    const bundlePath = join(folder, `${attempt}.bundle`)
    try {
      await downloadHead(session, client, current, bundlePath)
      return { head: current, bundlePath }
    } catch (error) {
      if (!(error instanceof Failure && error.code === 'revision_not_head') || attempt >= triesMost) throw error
      current = await findHead(client, head.projectId)
    }
  }
}

const downloadHead = async (
  { output, signal }: Session,
  client: Client,
  { projectId: id, revisionId }: Head,
  path: string,
) => {
  const body = await client.open(revisions.downloadProjectRevisionBundle, { params: { id, revisionId } })
  const progress = openProgress(output, 'Downloading')
  try {
    await pipeline(body, progress.counter, createWriteStream(path, { mode: 0o600 }), { signal })
  } finally {
    progress.end()
  }
}

const hourMs = 60 * 60_000

/**
 * Unpacks a downloaded bundle into a repository and compares it with its head: the branch, the whole history, names
 * that a checkout may use, and the hash of the manifest, recomputed. Returns the refs of the bundle.
 */
export const unpack = async ({ head, bundlePath }: Downloaded, gitDir: string, signal: AbortSignal) => {
  const header = await readBundleHeader(bundlePath)
  if ('rule' in header) throw differs(header.message)
  const branch = header.refs.find(({ name }) => name === `refs/heads/${head.branch}`)
  if (branch?.sha !== head.commitSha) throw differs(`It has another commit on ${head.branch}.`)
  await unbundle(gitDir, bundlePath, head.commitSha, signal)
  const faults = await branchHeadFaults(gitDir, head.commitSha, branchHeadLimits, signal)
  if (faults.length > 0) throw differs(faults[0]!.message)
  // The findings are the server's claim, by the rules of their time; the rest is computed here.
  const { protected: named = [], findings = [] } = head.manifest as Partial<Manifest['manifest']>
  const { manifestSha256 } = await manifestOf(gitDir, head.commitSha, { protected: named, findings, signal })
  if (manifestSha256 !== head.manifestSha256) throw differs('Its manifest has another hash.')
  return header.refs
}

const unbundle = async (gitDir: string, path: string, commitSha: string, signal: AbortSignal) => {
  try {
    await git(['bundle', 'unbundle', path], { gitDir, signal, timeoutMs: hourMs, maxOutputBytes: 256 * 1024 * 1024 })
    await git(['rev-list', '--quiet', '--objects', commitSha], { gitDir, signal, timeoutMs: hourMs })
  } catch (error) {
    throw error instanceof GitError ? differs(`git says: ${error.stderr.trim().slice(0, 500)}`) : error
  }
}

const differs = (what: string) =>
  failed(
    'revision_differs',
    `What was downloaded is not the revision that the server describes. ${what} Nothing was changed here; run ${atelier} pull again.`,
  )
