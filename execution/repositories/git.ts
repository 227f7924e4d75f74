import { spawn } from 'node:child_process'
import { totalmem } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { diskFaultIn } from '../../platform/storage/index.ts'

export interface GitCall {
  readonly gitDir?: string
  readonly workTree?: string
  readonly indexFile?: string
  /** Written to standard input, which is then closed. */
  readonly input?: string | Uint8Array
  readonly environment?: Readonly<Record<string, string>>
  /** Exit codes that are answers and not failures; by default 0. */
  readonly exitCodes?: readonly number[]
  /** Bound of standard output; by default 64 MiB. More ends the command and throws. */
  readonly maxOutputBytes?: number
  /** By default one minute for `git`, an hour for `streamGit`. */
  readonly timeoutMs?: number
  /** Memory of the process; more ends it with a `GitMemoryError`. By default 2 GiB, or a quarter of the machine's. */
  readonly memoryMaxBytes?: number
  readonly signal?: AbortSignal | undefined
}

/** A git command that is still running. `ended` rejects as `git` does; `stop` ends the command and all it started. */
export interface RunningGit {
  readonly stdin: Writable
  readonly stdout: Readable
  readonly ended: Promise<{ readonly exitCode: number; readonly stderr: string }>
  readonly stop: () => void
}

/** Git failed, took too long or printed too much. The message is for the log, not for people. */
export class GitError extends Error {
  readonly exitCode: number | null
  readonly stderr: string

  constructor(argv: readonly string[], reason: string, exitCode: number | null, stderr: string) {
    super(`git ${argv.slice(0, 3).join(' ')} ${reason}${stderr ? `: ${stderr.slice(0, 2000).trim()}` : ''}`)
    this.name = 'GitError'
    this.exitCode = exitCode
    this.stderr = stderr
  }
}

/** Git needed more memory than it may have. The message is for people. */
export class GitMemoryError extends GitError {
  constructor(argv: readonly string[], memoryMaxBytes: number, exitCode: number | null, stderr: string) {
    super(argv, 'ran out of memory', exitCode, stderr)
    this.name = 'GitMemoryError'
    this.message =
      `Git needs more than ${Math.floor(memoryMaxBytes / 2 ** 20)} MiB of memory for these files. ` +
      'Make large .gitignore and .gitattributes files smaller, or commit fewer files at once.'
  }
}

/** A failure that another attempt would meet again: a run fails at once. */
export class UnrecoverableGitError extends GitError {
  readonly isUnrecoverable = true
}

/** Git cannot read an object that the repository had. The message is for people; `stderr` is for the log. */
export class RepositoryDamagedError extends UnrecoverableGitError {
  constructor(argv: readonly string[], exitCode: number | null, stderr: string) {
    super(argv, 'found a damaged repository', exitCode, stderr)
    this.name = 'RepositoryDamagedError'
    this.message = 'The repository is damaged: git cannot read a part of it. Restore it from a backup, then try again.'
  }
}

// Git continues without a pack that it cannot read, and reports its objects as missing: its exit code shows nothing.
const damage =
  /^(error|fatal): (packed object \S+ \(stored in .*\) is corrupt|packfile \S+ does not match index|file \S+ is not a GIT packfile|packfile \S+ cannot be accessed|loose object \S+ \(stored in .*\) is corrupt|object file \S+ is empty|bad object HEAD$)/m

const stderrMaxBytes = 64 * 1024
// A .gitignore takes ten times its size, and comparing a file of line breaks a hundred times.
export const memoryMaxBytesByDefault = Math.min(2 * 1024 ** 3, Math.floor(totalmem() / 4))

// Nothing of a repository may choose a program, and nothing of this machine's or user's configuration is read.
const serverSettings = {
  'core.hooksPath': '/dev/null',
  'core.fsmonitor': 'false',
  'core.attributesFile': '/dev/null',
  'core.excludesFile': '/dev/null',
  'core.untrackedCache': 'false',
  'core.autocrlf': 'false',
  'core.safecrlf': 'false',
  'core.symlinks': 'true',
  'core.fileMode': 'true',
  'core.ignoreCase': 'false',
  'core.precomposeUnicode': 'false',
  'core.protectHFS': 'true',
  'core.protectNTFS': 'true',
  'core.quotePath': 'true',
  // Larger files are streamed, and packed as they are: what two of 120 MB have in common took 1.8 GB to find.
  'core.bigFileThreshold': '16m',
  'core.filesRefLockTimeout': '5000',
  'core.packedRefsTimeout': '5000',
  'core.logAllRefUpdates': 'false',
  'core.fsync': 'objects,reference',
  'core.fsyncMethod': 'batch',
  'protocol.allow': 'never',
  'credential.helper': '',
  'diff.ignoreSubmodules': 'all',
  'submodule.recurse': 'false',
  'fetch.recurseSubmodules': 'false',
  'commit.gpgSign': 'false',
  'tag.gpgSign': 'false',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'i18n.commitEncoding': 'utf-8',
  'i18n.logOutputEncoding': 'utf-8',
}

/** The settings above as arguments that come before git's command. */
export const gitSettings: readonly string[] = Object.entries(serverSettings).flatMap((setting) => [
  '-c',
  setting.join('='),
])

/** The settings above, some of them changed, as environment of git. Source: git-config(1), GIT_CONFIG_COUNT. */
export const gitSettingsEnvironment = (changed: Readonly<Record<string, string>> = {}): Record<string, string> => {
  const all = Object.entries({ ...serverSettings, ...changed })
  const named = all.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ])
  return { GIT_CONFIG_COUNT: String(all.length), ...(Object.fromEntries(named) as Record<string, string>) }
}

/** All the environment that git gets: no configuration but ours, no prompt, no pager, no editor, no replaced objects. */
export const gitEnvironment: Readonly<Record<string, string>> = {
  PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin',
  LC_ALL: 'C',
  HOME: '/dev/null',
  XDG_CONFIG_HOME: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '/bin/false',
  SSH_ASKPASS: '/bin/false',
  GIT_EDITOR: '/bin/false',
  GIT_PAGER: 'cat',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_FLUSH: '0',
}

/**
 * Runs git to its end: the only way to run it on the host. Throws a `GitError` for an exit code that is no answer, for
 * too much output or time, a `GitMemoryError` for too much memory, a `StorageFullError` for a full disk, and the
 * signal's reason when cancelled.
 */
export const git = async (argv: readonly string[], call: GitCall = {}) => {
  const running = streamGit(argv, { timeoutMs: 60_000, ...call })
  const maxOutputBytes = call.maxOutputBytes ?? 64 * 1024 * 1024
  const chunks: Buffer[] = []
  let sizeBytes = 0
  running.stdout.on('data', (chunk: Buffer) => {
    sizeBytes += chunk.length
    if (sizeBytes > maxOutputBytes) running.stop()
    else chunks.push(chunk)
  })
  running.stdin.end(call.input)
  const ended = await running.ended.catch((error: unknown) => {
    throw sizeBytes > maxOutputBytes ? new GitError(argv, `printed more than ${maxOutputBytes} bytes`, null, '') : error
  })
  return { ...ended, stdout: Buffer.concat(chunks) }
}

/** As `git`, with its standard input and output as streams. Read the output to its end or call `stop`. */
export const streamGit = (argv: readonly string[], call: GitCall = {}): RunningGit => {
  call.signal?.throwIfAborted()
  const [program, ...args] = commandOf(argv, call)
  const child = spawn(program!, args, {
    cwd: '/',
    env: { ...gitEnvironment, ...gitOptionsOf(call), ...call.environment },
    // A group of its own, so that stopping git also stops what git started.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let closed = false
  child.once('close', () => (closed = true))
  const stop = () => {
    if (child.pid === undefined || closed) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // The whole group has ended; its output is being read to the end.
    }
  }
  // A command that ends before it has read its input shows the reason by its exit code.
  child.stdin.on('error', () => undefined)
  const ended = endOf(child, argv, call, stop)
  ended.catch(() => undefined)
  return { stdin: child.stdin, stdout: child.stdout, ended, stop }
}

// In units of 1024 bytes. A system without this limit runs git without it.
const underLimit = 'ulimit -S -d "$1" 2>/dev/null; shift; exec git "$@"'

const commandOf = (argv: readonly string[], call: GitCall): string[] => {
  const kibibytes = String(Math.floor(memoryMaxOf(call) / 1024))
  return ['sh', '-c', underLimit, 'sh', kibibytes, ...gitSettings, ...argv]
}

const memoryMaxOf = ({ memoryMaxBytes = memoryMaxBytesByDefault }: GitCall) => memoryMaxBytes

/** Whether git ended for want of memory: of stack as well, where folders lie in folders without end. */
export const ranOutOfMemory = (stderr: string, killedBy: string | null) =>
  /out of memory|Cannot allocate memory/i.test(stderr) || ['SIGSEGV', 'SIGBUS', 'SIGABRT'].includes(killedBy ?? '')

const endOf = (child: ReturnType<typeof spawn>, argv: readonly string[], call: GitCall, stop: () => void) =>
  new Promise<{ exitCode: number; stderr: string }>((resolve, reject) => {
    let stderr = ''
    let late = false
    const timeoutMs = call.timeoutMs ?? 60 * 60 * 1000
    const timer = setTimeout(() => {
      late = true
      stop()
    }, timeoutMs)
    call.signal?.addEventListener('abort', stop, { once: true })
    child.stderr?.on('data', (chunk: Buffer) => {
      if (stderr.length < stderrMaxBytes) stderr += chunk.toString('latin1')
    })
    child.on('error', (error) => reject(new Error(`git could not be started: ${error.message}`, { cause: error })))
    child.on('close', (exitCode, killedBy) => {
      clearTimeout(timer)
      call.signal?.removeEventListener('abort', stop)
      const diskFault = diskFaultIn(stderr, 'this repository')
      const isAnswer = exitCode !== null && (call.exitCodes ?? [0]).includes(exitCode)
      // A disk that takes no more leaves a repository that only seems damaged.
      if (diskFault && !isAnswer && !call.signal?.aborted) reject(diskFault)
      else if (call.gitDir !== undefined && damage.test(stderr))
        reject(new RepositoryDamagedError(argv, exitCode, stderr))
      else if (isAnswer) resolve({ exitCode, stderr })
      else if (call.signal?.aborted) reject(call.signal.reason as Error)
      else if (late) reject(new GitError(argv, `took longer than ${timeoutMs} ms`, exitCode, stderr))
      else if (ranOutOfMemory(stderr, killedBy)) reject(new GitMemoryError(argv, memoryMaxOf(call), exitCode, stderr))
      else reject(new GitError(argv, endingOf(exitCode, killedBy), exitCode, stderr))
    })
  })

const endingOf = (exitCode: number | null, killedBy: NodeJS.Signals | null) =>
  killedBy ? `was ended by ${killedBy}` : `answered ${exitCode ?? 'nothing'}`

const gitOptionsOf = ({ gitDir, workTree, indexFile }: GitCall): Record<string, string> => ({
  // Without a repository, git must not find one in a parent folder either.
  GIT_DIR: gitDir ?? '/dev/null',
  ...(workTree === undefined ? {} : { GIT_WORK_TREE: workTree }),
  ...(indexFile === undefined ? {} : { GIT_INDEX_FILE: indexFile }),
})

/** The parts of a stream that NUL bytes end; what follows the last one is a part as well. */
export async function* nulTerminated(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of stream) {
    const whole = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let start = 0
    for (let end = whole.indexOf(0); end !== -1; end = whole.indexOf(0, start)) {
      yield whole.subarray(start, end)
      start = end + 1
    }
    rest = whole.subarray(start)
  }
  if (rest.length > 0) yield rest
}

/** The part that has to follow; its absence means that git ended early, and throws. */
export const nextPart = async (parts: AsyncIterator<Buffer, void>): Promise<Buffer> => {
  const next = await parts.next()
  if (next.done) throw new Error('git’s output ended in the middle of an entry')
  return next.value
}

/** As `nulTerminated`, for complete output. */
export const splitNul = (bytes: Buffer): Buffer[] => {
  const parts: Buffer[] = []
  let start = 0
  for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, start)) {
    parts.push(bytes.subarray(start, end))
    start = end + 1
  }
  if (start < bytes.length) parts.push(bytes.subarray(start))
  return parts
}

/** The parts, each ended by a NUL byte. */
export const joinNul = (parts: readonly Buffer[]): Buffer =>
  Buffer.concat(parts.flatMap((part) => [part, Buffer.of(0)]))
