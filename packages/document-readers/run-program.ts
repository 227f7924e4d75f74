import type { Outcome, Sandboxes, SandboxLimits } from './sandbox.ts'
import type { DocumentRefusal } from './reader.ts'
import { foreignJson } from '../foreign-json/index.ts'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'

const mebibyte = 2 ** 20
const fileInside = '/document'

/** One run of a program over a document, in a sandbox. */
export interface ProgramRun<R> {
  /** Shows up in the name of the sandbox. */
  readonly id: string
  /** A file of the host. */
  readonly path: string
  /** The input of the program beside the path. */
  readonly job: Readonly<Record<string, unknown>>
  readonly limits: SandboxLimits & { readonly recordMostChars: number }
  /** Called with each record in order; the program waits for it. */
  readonly take: (record: R) => Promise<unknown>
  readonly signal: AbortSignal
}

/** Runs the reading program over one file, in a sandbox without network. Throws what `take` throws. */
export const runProgram = async <R>(sandboxes: Sandboxes, { id, path, job, limits, take, signal }: ProgramRun<R>) => {
  const place = readerPlace()
  const sandbox = await sandboxes.open({
    id: `read-${id}`,
    readonly: [...place.binds, { from: path, to: fileInside }],
    limits,
  })
  const linesOf = openLines(limits.recordMostChars)
  const broken = new AbortController()
  const takeAll = async (chunk: Buffer) => {
    for (const line of linesOf(chunk)) await take(foreignJson(line) as R)
  }
  try {
    const heapMiB = Math.floor((limits.memoryBytes / mebibyte) * 0.75)
    const outcome = await sandbox.run({
      argv: ['node', `--max-old-space-size=${heapMiB}`, sandbox.path(place.program)],
      stdin: JSON.stringify({ ...job, path: sandbox.path(fileInside), cmaps: sandbox.path(place.cmaps) }),
      onOutput: async (stream, chunk) => {
        if (stream !== 'stdout' || broken.signal.aborted) return
        await takeAll(chunk).catch((error: unknown) => broken.abort(error))
      },
      signal: AbortSignal.any([signal, broken.signal]),
    })
    broken.signal.throwIfAborted()
    return outcome
  } finally {
    await sandbox.close()
  }
}

/** Why a program ended without reporting the reason itself. */
export const reasonOf = ({ stoppedBy, signal, exitCode }: Outcome): DocumentRefusal => {
  if (stoppedBy === 'wall-time' || stoppedBy === 'cpu-time') return 'time'
  if (stoppedBy === 'memory' || signal === 'SIGABRT' || exitCode === 134) return 'memory'
  return stoppedBy === 'output' || stoppedBy === 'disk' ? 'too_large' : 'malformed'
}

/** Cuts a stream into lines. A line that is too long breaks the reading: the program writes none. */
const openLines = (mostChars: number) => {
  const decoder = new TextDecoder()
  let rest = ''
  return (chunk: Buffer): readonly string[] => {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop()!
    if (rest.length > mostChars) throw new Error('The reading program wrote a record that is too long')
    return lines
  }
}

const inside = '/opt/atelier'

/**
 * The host paths that a sandbox shows for the reading program, and inside it the paths of the program and of its maps.
 * If the server runs from dist/, the program is beside it, built for a sandbox that shows nothing else.
 */
const readerPlace = () => {
  const [, started = ''] = process.argv
  const built = join(dirname(started), '..', 'readers')
  const folder = join(inside, 'dist/readers')
  const program = 'read.mjs'
  if (existsSync(join(built, program)))
    return { binds: [{ from: built, to: folder }], program: join(folder, program), cmaps: join(folder, 'cmaps') }
  const own = join(inside, 'packages/document-readers')
  return {
    binds: [
      { from: packages(), to: join(inside, 'node_modules') },
      { from: import.meta.dirname, to: own },
      { from: join(import.meta.dirname, '../charsets'), to: join(inside, 'packages/charsets') },
    ],
    program: join(own, 'program/main.ts'),
    cmaps: join(own, 'cmaps'),
  }
}

const packages = () => {
  const entry = createRequire(import.meta.url).resolve('unpdf')
  return entry.slice(0, entry.lastIndexOf(`${sep}node_modules${sep}`) + `${sep}node_modules`.length)
}
