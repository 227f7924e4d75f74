import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sandbox } from '../sandbox/index.ts'
import { jsonObject } from '../../packages/foreign-json/index.ts'
import { isUtf8 } from 'node:buffer'

/** A file as the sandbox reports it: only its bytes can be trusted. */
interface LeftFile {
  /** Relative to the worktree, with `/`; any text. */
  readonly path: string
  readonly sizeBytes: number
}

interface LeftFiles {
  readonly files: readonly LeftFile[]
  /** Whether there are more than were looked at. */
  readonly more: boolean
}

const program = readFileSync(join(import.meta.dirname, 'left-files.cjs'), 'utf8')
const wallMs = 60_000
const listedMost = 2_000
const listMostBytes = 8 * 2 ** 20

/**
 * Lists plain files in a sandbox's worktree that match one of `patterns` and were written or replaced at `sinceMs` or
 * later, ordered by path. `*` matches any characters in a name, `**` any folders. Links are not followed and `.git` is
 * not entered. Lists 2,000 files at most. Undefined if the sandbox returned no list, for example because its disk is
 * full. Aborting `signal` throws its reason.
 */
export const listLeftFiles = async (
  sandbox: Sandbox,
  signal: AbortSignal,
  { patterns, sinceMs }: { readonly patterns: readonly string[]; readonly sinceMs: number },
): Promise<LeftFiles | undefined> => {
  const bytes = await run(sandbox, signal, { patterns, sinceMs, most: listedMost }, listMostBytes)
  return bytes && listIn(bytes.toString('utf8'))
}

/**
 * Reads plain files in a sandbox's worktree whole, in the order of `paths`; undefined for a file that no longer exists,
 * is not plain or has more than `fileMostBytes`. Undefined as a whole if the sandbox returned anything else. The files
 * are held in memory: the caller bounds them by the sizes of `listLeftFiles`, and `mostBytes` bounds the output.
 */
export const readLeftFiles = async (
  sandbox: Sandbox,
  signal: AbortSignal,
  { paths, fileMostBytes, mostBytes }: { paths: readonly string[]; fileMostBytes: number; mostBytes: number },
): Promise<readonly (Buffer | undefined)[] | undefined> => {
  const bytes = await run(sandbox, signal, { paths, fileMostBytes }, mostBytes + paths.length * headMostBytes)
  return bytes && filesIn(bytes, paths.length)
}

const run = async (sandbox: Sandbox, signal: AbortSignal, request: object, mostBytes: number) => {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  const { exitCode, stoppedBy } = await sandbox.run({
    argv: ['node', '-e', program],
    stdin: JSON.stringify(request),
    environment: { NODE_OPTIONS: '', NODE_DISABLE_COLORS: '1' },
    wallMs,
    // Warnings of Node go to standard error and count as well.
    outputBytes: mostBytes + 2 ** 16,
    signal,
    onOutput: (stream, chunk) => {
      if (stream !== 'stdout') return
      sizeBytes += chunk.length
      if (sizeBytes <= mostBytes) chunks.push(chunk)
    },
  })
  signal.throwIfAborted()
  return exitCode === 0 && !stoppedBy && sizeBytes <= mostBytes ? Buffer.concat(chunks) : undefined
}

const listIn = (text: string): LeftFiles | undefined => {
  const { files, more } = jsonObject(text) ?? {}
  return Array.isArray(files) && files.every(isFile) ? { files, more: more === true } : undefined
}

const isFile = (value: unknown): value is LeftFile => {
  const { path, sizeBytes } = (value ?? {}) as Partial<LeftFile>
  return typeof path === 'string' && Number.isSafeInteger(sizeBytes) && sizeBytes! >= 0
}

// A line with a size: twenty digits at most, a sign and the end of the line.
const headMostBytes = 22
const head = /^(?:-1|\d{1,15})\n/

const filesIn = (bytes: Buffer, count: number): (Buffer | undefined)[] | undefined => {
  const files: (Buffer | undefined)[] = []
  let at = 0
  while (files.length < count) {
    const line = head.exec(bytes.toString('latin1', at, at + headMostBytes))?.[0]
    if (line === undefined) return undefined
    at += line.length
    const sizeBytes = Number(line)
    if (at + sizeBytes > bytes.length) return undefined
    files.push(sizeBytes < 0 ? undefined : bytes.subarray(at, at + sizeBytes))
    at += Math.max(0, sizeBytes)
  }
  return at === bytes.length ? files : undefined
}

const beginnings = [
  ['image/png', '89504e470d0a1a0a'],
  ['image/jpeg', 'ffd8ff'],
  ['image/gif', '47494638'],
  ['application/pdf', '255044462d'],
  ['application/zip', '504b0304'],
  ['application/gzip', '1f8b'],
  ['video/webm', '1a45dfa3'],
] as const

/**
 * The media type of a file by its bytes, not its name: one of a few kinds that browsers do not run. Text is
 * `text/plain` in any language, HTML and SVG too, `application/json` if it is JSON by its name; an unknown kind is
 * `application/octet-stream`.
 */
export const mediaTypeOf = (path: string, bytes: Buffer): string => {
  const start = bytes.subarray(0, 12)
  const type = beginnings.find(([, beginning]) => start.toString('hex').startsWith(beginning))?.[0]
  if (type) return type
  if (start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, 12) === 'WEBP') return 'image/webp'
  if (!isText(bytes)) return 'application/octet-stream'
  return /\.json$/i.test(path) ? 'application/json' : 'text/plain; charset=utf-8'
}

/** Whether the bytes are UTF-8 without a NUL. */
export const isText = (bytes: Buffer): boolean => isUtf8(bytes) && !bytes.includes(0)
