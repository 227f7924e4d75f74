import type { RebuiltEntry } from './dialect.ts'
import { type Change, UnwritableValue } from './edit.ts'
import type { Format } from './formats.ts'
import type { ParsedFile } from './secret-files.ts'
import { UnreadableFile } from './text.ts'

/** A message to the thread. */
export type SecretFileRequest =
  | { readonly act: 'parse'; readonly path: string; readonly bytes: Uint8Array }
  | { readonly act: 'write'; readonly format: Format; readonly bytes: Uint8Array; readonly changes: readonly Change[] }
  | { readonly act: 'export'; readonly format: Format; readonly bytes: Uint8Array }
  | {
      readonly act: 'build'
      readonly format: Format
      readonly entries: readonly RebuiltEntry[]
      readonly from?: Format | undefined
    }

/** The answer to a message; a fault of the file or of a change is an answer too. */
export type SecretFileReply =
  | { readonly parsed: ParsedFile }
  | { readonly written: Uint8Array }
  | { readonly unwritable: string }
  | { readonly unreadable: string; readonly line: number }

/** Reads and writes files of secrets in a thread of its own, which ends when one takes too long or too much memory. */
export type SecretFiles = ReturnType<typeof openSecretFiles>

interface Thread<Asked, Answered> {
  ask(asked: Asked): Promise<Answered>
  close(): Promise<void>
}

/**
 * Opens a thread for a module that answers each message of its `parentPort` with exactly one. An answer beyond
 * `answerMs` throws a `TimeoutError`, values beyond `memoryMiB` an error with the code `ERR_WORKER_OUT_OF_MEMORY`; both
 * end the thread, and the next question starts another.
 */
type OpenThread = <Asked, Answered>(options: {
  readonly module: URL
  readonly answerMs: number
  readonly memoryMiB: number
}) => Thread<Asked, Answered>

/** Starts nothing before the first file. Ten seconds are for a busy machine: hostile files take up to five. */
export const openSecretFiles = (
  openThread: OpenThread,
  { answerMs = 10_000, memoryMiB = 256 }: { readonly answerMs?: number; readonly memoryMiB?: number } = {},
) => {
  const module = new URL('./secret-files-worker.ts', import.meta.url)
  const thread = openThread<SecretFileRequest, SecretFileReply>({ module, answerMs, memoryMiB })
  const bytesOf = async (asked: Exclude<SecretFileRequest, { act: 'parse' }>, key: string): Promise<Buffer> => {
    const answered = await withinLimits(thread, asked)
    if (typeof answered === 'string') throw new UnwritableValue(key)
    if ('written' in answered) return Buffer.from(answered.written)
    if ('unreadable' in answered) throw new UnreadableFile(answered.unreadable, answered.line)
    throw new UnwritableValue('unwritable' in answered ? answered.unwritable : key)
  }
  return {
    /** As `parseSecretFile`; a file that takes too long or too much memory is skipped as `too-slow` or `too-complex`. */
    parse: async (path: string, bytes: Uint8Array): Promise<ParsedFile> => {
      const answered = await withinLimits(thread, { act: 'parse', path, bytes })
      if (typeof answered === 'string') return { skipped: answered, line: 1 }
      if (!('parsed' in answered)) throw new Error('A file was asked to be parsed, and was written.')
      return answered.parsed
    },
    /** As `writeSecretFile`; throws UnwritableValue for what passes a limit too. */
    write: (format: Format, bytes: Uint8Array, changes: readonly Change[]) =>
      bytesOf({ act: 'write', format, bytes, changes }, changes[0]?.key ?? ''),
    /** Builds a new file of entries, like `buildSecretFile`. Throws UnwritableValue. */
    build: (format: Format, entries: readonly RebuiltEntry[], from?: Format) =>
      bytesOf({ act: 'build', format, entries, from }, entries[0]?.key ?? ''),
    /** As `exportSecretFile`; throws UnreadableFile for a file that cannot be read. */
    export: (format: Format, bytes: Uint8Array) => bytesOf({ act: 'export', format, bytes }, ''),
    close: () => thread.close(),
  }
}

/** The answer, or which limit the question has passed. */
const withinLimits = async (thread: Thread<SecretFileRequest, SecretFileReply>, asked: SecretFileRequest) => {
  try {
    return await thread.ask(asked)
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') return 'too-slow'
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') return 'too-complex'
    throw error
  }
}
