import type { Readable } from 'node:stream'
import type { Outcome, SandboxDriver } from '../sandbox/index.ts'
import { diskFaultIn, StorageFullError } from '../../platform/storage/index.ts'
import {
  GitError,
  gitEnvironment,
  GitMemoryError,
  gitSettingsEnvironment,
  memoryMaxBytesByDefault,
  ranOutOfMemory,
} from './git.ts'

const mebibyte = 1024 ** 2

export interface ConfinedCall {
  /** Where the script starts, and the only folder of the host that it may write to. */
  readonly writable: string
  /** Files and folders of the host that it sees at their own paths. */
  readonly readonly: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  /** Settings of git that differ from the server's usual git settings. */
  readonly settings?: Readonly<Record<string, string>>
  readonly timeoutMs: number
  /** The limit of its writes. */
  readonly diskBytes: number
  /** Standard input; none if it is not given. */
  readonly stdin?: Readable
  /** Called with its output as it comes. */
  readonly onOutput?: (chunk: Buffer) => void
  /** Ends it at once; it then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** Runs `sh -c script` with git in a sandbox, for files that an agent had. `TMPDIR` is the script's own. */
export type ConfinedGit = (
  script: string,
  args: readonly string[],
  call: ConfinedCall,
) => Promise<{ readonly stdout: Buffer; readonly stderr: string }>

const outputBytes = 256 * mebibyte
// Git reads an index with twenty threads.
const processes = 64

export const openConfinedGit =
  (sandboxes: SandboxDriver, { memoryMaxBytes = memoryMaxBytesByDefault } = {}): ConfinedGit =>
  async (
    script,
    args,
    { writable, readonly, environment, settings, timeoutMs: wallMs, diskBytes, stdin, onOutput, signal },
  ) => {
    signal?.throwIfAborted()
    const { PATH: _path, ...own } = gitEnvironment
    const sandbox = await sandboxes.open({
      id: 'git',
      worktree: { from: writable, writable: true },
      readonly: readonly.map((path) => ({ from: path, to: path })),
      environment: { ...own, ...gitSettingsEnvironment(settings), ...environment },
      limits: {
        wallMs,
        outputBytes,
        processes,
        diskBytes,
        fileSizeBytes: diskBytes,
        cpuSeconds: Math.ceil(wallMs / 1000),
        memoryBytes: memoryMaxBytes + 256 * mebibyte,
      },
    })
    const chunks: Buffer[] = []
    try {
      const limit = String(Math.floor(memoryMaxBytes / 1024))
      const outcome = await sandbox.run({
        argv: ['sh', '-c', `ulimit -S -d "$1" 2>/dev/null; shift; set -e; ${script}`, 'sh', limit, ...args],
        onOutput: (stream, chunk) => {
          if (stream !== 'stdout') return
          chunks.push(chunk)
          onOutput?.(chunk)
        },
        ...(stdin && { stdin }),
        ...(signal && { signal }),
      })
      signal?.throwIfAborted()
      if (outcome.exitCode !== 0) throw failureOf(outcome, memoryMaxBytes, wallMs)
      return { stdout: Buffer.concat(chunks), stderr: outcome.stderr }
    } finally {
      await sandbox.close()
    }
  }

const argv = ['in', 'a', 'sandbox']

const failureOf = ({ exitCode, signal, stderr, stoppedBy }: Outcome, memoryMaxBytes: number, wallMs: number) => {
  const diskFault = diskFaultIn(stderr, 'this repository')
  if (diskFault) return diskFault
  if (stoppedBy === 'disk') return new StorageFullError('this repository')
  if (stoppedBy === 'memory' || ranOutOfMemory(stderr, signal))
    return new GitMemoryError(argv, memoryMaxBytes, exitCode, stderr)
  if (stoppedBy === 'wall-time') return new GitError(argv, `took longer than ${wallMs} ms`, exitCode, stderr)
  const reason = stoppedBy ? `was stopped at its limit of ${stoppedBy}` : `answered ${exitCode ?? 'nothing'}`
  return new GitError(argv, reason, exitCode, stderr)
}
