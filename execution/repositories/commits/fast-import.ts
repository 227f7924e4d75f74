import { once } from 'node:events'
import { author } from './commits.ts'
import { streamGit } from '../git.ts'

/** A file of a commit to be, with the mark of its blob. */
export interface MarkedFile {
  readonly path: string
  readonly mode: '100644' | '100755' | '120000'
  readonly mark: number
}

/**
 * Objects for a bare repository that is not in use yet, written by `git fast-import`: no path of theirs touches a disk.
 * Every call throws a `GitError` where git fails. Source: git-fast-import(1).
 */
export const openFastImport = (gitDir: string, signal: AbortSignal | undefined) => {
  const argv = ['fast-import', '--quiet', '--done', '--date-format=raw']
  const running = streamGit(argv, { gitDir, signal })
  running.stdout.resume()
  let marks = 0
  const write = async (bytes: string | Uint8Array) => {
    if (running.stdin.write(bytes)) return
    const waiting = new AbortController()
    const drained = once(running.stdin, 'drain', { signal: waiting.signal })
    await Promise.race([drained, running.ended]).finally(() => {
      waiting.abort()
      drained.catch(() => undefined)
    })
  }
  return {
    /** Writes a blob of exactly `sizeBytes` and returns its mark; other content throws. */
    blob: async (sizeBytes: number, content: AsyncIterable<Uint8Array>) => {
      marks += 1
      const mark = marks
      await write(`blob\nmark :${mark}\ndata ${sizeBytes}\n`)
      let written = 0
      for await (const chunk of content) {
        written += chunk.length
        await write(chunk)
      }
      if (written !== sizeBytes) throw new Error(`A blob of ${sizeBytes} bytes has ${written}`)
      await write('\n')
      return mark
    },
    /** Makes the only commit of `branch`, without a parent, and ends git. */
    commit: async (
      branch: string,
      { message, atSeconds }: { readonly message: string; readonly atSeconds: number },
      files: Iterable<MarkedFile>,
    ) => {
      const who = `${author.name} <${author.email}> ${atSeconds} +0000`
      const text = `data ${Buffer.byteLength(message)}\n${message}`
      await write(`commit refs/heads/${branch}\nauthor ${who}\ncommitter ${who}\n${text}\n`)
      for (const { path, mode, mark } of files) await write(`M ${mode} :${mark} ${quoted(path)}\n`)
      await write('\ndone\n')
      running.stdin.end()
      await running.ended
    },
    /** Ends git in any state. */
    stop: running.stop,
  }
}

export type FastImport = ReturnType<typeof openFastImport>

/** As C writes a string: what would end the line or the quotation is escaped. */
const quoted = (path: string) =>
  `"${path
    .replace(/["\\]/g, (mark) => `\\${mark}`)
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')}"`
