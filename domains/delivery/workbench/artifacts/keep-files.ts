import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { isText, listLeftFiles, mediaTypeOf, readLeftFiles } from '../../../../execution/artifacts/left-files.ts'
import type { Masking } from '../../../../execution/masking/index.ts'
import type { Sandbox } from '../../../../execution/sandbox/index.ts'
import {
  batches,
  choose,
  limits,
  objectKey,
  sentenceOf,
  type FoundFile,
  type NewArtifact,
  type RefusalReason,
  type FreeSpace,
  dropRun,
  oldestRun,
  type Owner,
  useOfOthers,
} from '../../artifacts/index.ts'
import { cycleRunId, type StepWork } from '../step-work.ts'
import type { CycleParts } from '../parts.ts'
import type { EffectContext } from '../../../../platform/jobs/index.ts'

/** A command that ended in a sandbox, and the files that it was to leave. */
interface EndedCommand {
  readonly check: string
  readonly patterns: readonly string[]
  /** When it began. */
  readonly sinceMs: number
  readonly masking: Masking
  /** Whether it, or one before it in the same files, was given secrets. */
  readonly hadSecrets: boolean
}

/** Keeps files that commands leave in their sandbox. */
export interface FileKeeper {
  /** Reads the files of a command, and reports the result in a sentence; empty without declared files. */
  take(sandbox: Sandbox, of: EndedCommand): Promise<string>
  readonly kept: () => readonly NewArtifact[]
}

/** Files of a task's change, or with `null` of a run's whole result. */
export const openFileKeeper = ({ parts, context, work }: StepWork, taskId: string | null): FileKeeper => {
  const place = { projectId: work.project.id, runId: cycleRunId(context.run), taskId }
  const kept = new Map<string, NewArtifact>()
  let room: Promise<FreeSpace> | undefined
  const roomLeft = async (): Promise<FreeSpace> => {
    const { files, bytes } = await (room ??= makeRoom(context, place))
    const taken = [...kept.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    return { files: files - kept.size, bytes: bytes - taken }
  }
  return {
    take: async (sandbox, of) => {
      if (of.patterns.length === 0) return ''
      const found = await listLeftFiles(sandbox, context.signal, of)
      if (!found) return 'Artifacts: the files could not be listed, so none are kept.'
      const { taken, refused } = choose(found.files, await roomLeft())
      const unkept: RefusedFile[] = [...refused]
      let count = 0
      for (const batch of batches(taken))
        for (const file of await readBatch(sandbox, context.signal, batch, of)) {
          if ('reason' in file) unkept.push(file)
          else {
            kept.set(file.path, await store(parts, context.signal, place, file))
            count += 1
          }
        }
      return sentenceOf(count, unkept, { more: found.more, print: of.masking.text })
    },
    kept: () => [...kept.values()],
  }
}

interface Content extends Pick<NewArtifact, 'checkName' | 'path' | 'contentType' | 'isMasked'> {
  readonly bytes: Buffer
}
interface RefusedFile {
  readonly path: string
  readonly reason: RefusalReason
}

const readBatch = async (
  sandbox: Sandbox,
  signal: AbortSignal,
  batch: readonly FoundFile[],
  of: EndedCommand,
): Promise<(Content | RefusedFile)[]> => {
  const paths = batch.map(({ path }) => path)
  const files = await readLeftFiles(sandbox, signal, {
    paths,
    fileMostBytes: limits.fileBytes,
    mostBytes: batch.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  })
  const contents: (Content | RefusedFile)[] = []
  for (const [at, path] of paths.entries()) {
    const bytes = files?.[at]
    contents.push(bytes ? await contentOf(path, bytes, of) : { path, reason: 'unreadable' })
  }
  return contents
}

/** Secrets of a command may be in its files: they are replaced in text, and other files with them are not kept. */
const contentOf = async (
  path: string,
  bytes: Buffer,
  { check: checkName, masking, hadSecrets }: EndedCommand,
): Promise<Content | RefusedFile> => {
  const contentType = mediaTypeOf(path, bytes)
  if (!hadSecrets) return { path, checkName, bytes, contentType, isMasked: false }
  if (masking.text(path) !== path || !isText(bytes)) return { path, reason: 'secret' }
  return { path, checkName, bytes: await masked(bytes, masking), contentType, isMasked: true }
}

const sliceBytes = 2 ** 18

const masked = async (bytes: Buffer, masking: Masking): Promise<Buffer> => {
  const stream: ReturnType<Masking['stream']> = masking.stream()
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    parts.push(stream.push(bytes.subarray(at, at + sliceBytes)))
    // The search keeps the process busy: others go first after each slice.
    await setImmediate()
  }
  return Buffer.concat([...parts, stream.end()])
}

const store = async (
  { objects }: CycleParts,
  signal: AbortSignal,
  place: { readonly projectId: string; readonly runId: string },
  { bytes, ...file }: Content,
): Promise<NewArtifact> => {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const key = objectKey({ ...place, sha256 })
  const expected = { sizeBytes: bytes.length, sha256 }
  if (!(await objects.has(key)))
    await objects.put(key, Readable.from([bytes], { objectMode: false }), { maxBytes: bytes.length, expected, signal })
  return { id: uuidv7(), ...file, ...expected }
}

const runsMost = 50

/** The space left for an owner's files. A full project deletes the oldest runs' files that no publication names. */
const makeRoom = async (
  { read, write }: Pick<EffectContext, 'read' | 'write'>,
  place: Owner & { readonly projectId: string },
): Promise<FreeSpace> => {
  const { projectId, runId } = place
  let use = await read((tx) => useOfOthers(tx, place))
  for (let removed = 0; removed < runsMost; removed += 1) {
    if (use.projectBytes <= limits.projectBytes - limits.runBytes) break
    const oldest = await read((tx) => oldestRun(tx, { projectId, runId }))
    if (!oldest) break
    await write((tx) => dropRun(tx, projectId, oldest.runId))
    use = await read((tx) => useOfOthers(tx, place))
  }
  return {
    files: limits.runFiles - use.runFiles,
    bytes: Math.min(limits.runBytes - use.runBytes, limits.projectBytes - use.projectBytes),
  }
}
