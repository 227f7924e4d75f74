import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { v7 as uuidv7 } from 'uuid'
import {
  isCheckTimeout,
  type HistoryFinding,
  type PushRequest,
  type Quarantine,
} from '../../../execution/repositories/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { InTransaction } from '../../../platform/db/transaction.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import { manifestOfRevision, protectedPathsOf, type RevisionRow } from '../revisions/index.ts'
import { inspectInSandbox, manifestOf, withSandboxSlot, type InspectParts } from '../uploads/index.ts'
import { takePushTurn } from './git-turns.ts'
import {
  checkTimedOut,
  findingsPresent,
  keepFindings,
  newFindings,
  notFastForward,
  protectedFiles,
  rejectedPush,
  sandboxesInUse,
  type PushRefusal,
} from './rules.ts'

export interface CheckPushParts extends InspectParts {
  readonly database: Database
  readonly engine: Engine
}

/** A push whose refs are as they should be. */
interface PushedCommit {
  readonly workspace: string
  readonly head: RevisionRow
  readonly push: PushRequest
  readonly read: InTransaction
  readonly signal: AbortSignal
}

export interface CheckedPush {
  readonly quarantine: Quarantine
  readonly manifest: Uint8Array
  readonly manifestSha256: string
}

/** Checks the pack of a push like an upload; unless refused, the caller receives or discards it: decisions/0166. */
export const checkPush = (parts: CheckPushParts, pushed: PushedCommit): Promise<CheckedPush | PushRefusal> =>
  parts.repositories.inScratch(async (folder) => {
    const bundlePath = join(folder, 'push.bundle')
    const { head, push } = pushed
    const range = { base: head.commitSha, head: push.commands[0]!.to, ref: push.commands[0]!.name }
    const bundleSizeBytes = await writeBundle(bundlePath, range, push.pack)
    const endTurn = await takePushTurn(pushed.workspace)
    try {
      const work = () => check(parts, pushed, { bundlePath, bundleSizeBytes })
      const slot = await withSandboxSlot(parts, pushed.workspace, work)
      return slot.done ?? sandboxesInUse(slot)
    } catch (error) {
      if (isCheckTimeout(error)) return checkTimedOut
      throw error
    } finally {
      endTurn()
    }
  })

/** Writes a pack as a bundle, and returns its size in bytes. Source: gitformat-bundle(5), version 2. */
export const writeBundle = async (
  path: string,
  { base, head, ref }: Readonly<Record<'base' | 'head' | 'ref', string>>,
  pack: AsyncIterable<Uint8Array>,
) => {
  const file = createWriteStream(path)
  await pipeline(async function* () {
    yield Buffer.from(`# v2 git bundle\n-${base}\n${head} ${ref}\n\n`)
    yield* pack
  }, file)
  return file.bytesWritten
}

const check = async (
  parts: CheckPushParts,
  pushed: PushedCommit,
  bundle: { readonly bundlePath: string; readonly bundleSizeBytes: number },
): Promise<CheckedPush | PushRefusal> => {
  const { head, push, signal } = pushed
  const { repositoryId, branch } = head
  const base = { repositoryId, commitSha: head.commitSha }
  const place = { id: uuidv7(), commitSha: push.commands[0]!.to, branch, base }
  const inspected = await inspectInSandbox(parts, { ...place, ...bundle }, signal)
  if (!inspected.ok) return rejectedPush(inspected.rejected)
  const { quarantine } = inspected
  try {
    const checked = await checkCommit(parts, pushed, quarantine)
    if ('reason' in checked) await parts.repositories.discard(quarantine)
    return checked
  } catch (error) {
    await parts.repositories.discard(quarantine)
    throw error
  }
}

const checkCommit = async (
  { repositories }: CheckPushParts,
  { head, push, read, signal }: PushedCommit,
  quarantine: Quarantine,
): Promise<CheckedPush | PushRefusal> => {
  if (!(await repositories.descendsFrom(quarantine, head.commitSha))) return notFastForward(head.branch)
  const protectedPaths = await read((tx) => protectedPathsOf(tx, { projectId: head.projectId }))
  const paths = protectedPaths.map(({ path }) => path)
  const present = await repositories.newlyIn(quarantine, head.commitSha, paths)
  if (present.length > 0) return protectedFiles(present)
  const since = await read((tx) => manifestOfRevision(tx, head.id))
  const made = await manifestOf(quarantine, { protected: protectedPaths, since, findingsMost: Infinity }, signal)
  if ('fault' in made) return rejectedPush([made.fault])
  const found = made.findings.length === 0 ? [] : newFindings(made.findings, findingsIn(since))
  if (found.length > 0 && !push.options.includes(keepFindings)) return findingsPresent(found)
  return { quarantine, manifest: made.text, manifestSha256: made.manifestSha256 }
}

const findingsIn = (manifest: string) =>
  (JSON.parse(manifest) as { readonly findings?: readonly HistoryFinding[] }).findings ?? []
