import type { Readable } from 'node:stream'

export type DriverName = 'bubblewrap' | 'util-linux' | 'container' | 'process'

/**
 * Limits for a sandbox. `SandboxDriver.enforced` describes how each bound is held on this machine.
 *
 * - `cpuSeconds`: CPU time for a command, all its processes together if cgroups can be written, else for each
 *   process.
 * - `memoryBytes`: memory of all running commands together, shared memory and the page cache of its files included.
 * - `processes`: processes and threads together, as the kernel counts them; a Node process takes about eleven.
 * - `fileSizeBytes`: the largest single file that can be written.
 * - `diskBytes`: the worktree, `/tmp` and the home together, looked at while a command runs.
 * - `wallMs`: how long a command may take, unless the command names its own.
 * - `outputBytes`: how much a command may print on both streams before it is stopped, unless it names its own.
 */
export interface SandboxLimits {
  cpuSeconds: number
  memoryBytes: number
  processes: number
  fileSizeBytes: number
  diskBytes: number
  wallMs: number
  outputBytes: number
}

/**
 * The content of a sandbox.
 *
 * - `id` shows up as the host name: letters, digits and hyphens; anything else becomes a hyphen.
 * - `worktree` appears at `worktreePath`; its `.git` entry, if there is one, is read-only inside. Keep worktrees in a
 *   folder of mode 0700; where system calls cannot be filtered a writable one is refused anywhere else. With `gitDir`,
 *   a path inside, an existing `.git` file leads to that folder instead, which commands may make. See also `packagesPath`.
 * - `readonly` are files or folders of the host (`from`) at absolute paths inside (`to`).
 * - `egressSocket` is the host path of a broker's Unix socket (`execution/egress`). Inside it is `/run/egress.sock`,
 *   and `HTTP_PROXY`, `HTTPS_PROXY` and their lower-case twins lead to it. Without it there is no network but loopback.
 * - `system` is a folder with the file system of an image, shown read-only in the place of this machine's own, for a
 *   driver with `images`. It has the folders of `imageFolders`; `readonly` are below `/preview` then, and there is no
 *   worktree.
 * - `environment` is all that commands see besides PATH, HOME, TMPDIR, LANG, TERM, USER and the proxy settings.
 */
export interface SandboxSpec {
  id: string
  worktree?: { from: string; writable: boolean; gitDir?: string }
  readonly?: readonly { from: string; to: string }[]
  egressSocket?: string
  system?: string
  environment?: Readonly<Record<string, string>>
  limits: SandboxLimits
}

export type OutputStream = 'stdout' | 'stderr'

/**
 * One process tree to run. `argv[0]` is found on PATH (`node`, `npm`, `git` and programs in the host's `/usr`). `cwd`
 * is a path inside and defaults to the worktree, else the home. `onOutput` sees every chunk as it comes; when it
 * returns a promise the stream waits for it, so a slow reader slows the command instead of filling memory. `mask` gets
 * every chunk of a stream first, and returns its replacement; `end` the rest. Background processes of a command end
 * with it. `fromHost` takes the program from this machine where `SandboxSpec.system` shows an image in its place.
 * `loadsBridge` is for a program of ours that loads `bridgePath` first, so that none has to run beside it. `wallMs`,
 * `outputBytes` and `fileSizeBytes` replace the sandbox's limits for this command. Aborting `signal` stops the whole
 * tree.
 */
export interface Command {
  argv: readonly string[]
  cwd?: string
  environment?: Readonly<Record<string, string>>
  stdin?: string | Buffer | Readable
  loadsBridge?: boolean
  fromHost?: boolean
  wallMs?: number
  outputBytes?: number
  fileSizeBytes?: number
  /** True for a run of many programs, which goes on if the kernel ends one of them for memory. */
  goesOnWithoutMemory?: boolean
  mask?: () => OutputMask
  onOutput?: (stream: OutputStream, chunk: Buffer) => void | Promise<void>
  signal?: AbortSignal
}

/** Replaces secrets in one stream of output. */
export interface OutputMask {
  push(chunk: Buffer): Buffer
  end(): Buffer
}

export type StopReason = 'wall-time' | 'cpu-time' | 'memory' | 'processes' | 'disk' | 'output' | 'cancelled'

/** The setting that raises each limit. `disk` is the reason of a single file that is too large as well. */
export const settingOfLimit: Readonly<Record<StopReason, string>> = {
  'wall-time': 'ATELIER_SANDBOX_WALL_SECONDS',
  'cpu-time': 'ATELIER_SANDBOX_CPU_SECONDS',
  memory: 'ATELIER_SANDBOX_MEMORY_MIB',
  processes: 'ATELIER_SANDBOX_PROCESSES',
  disk: 'ATELIER_SANDBOX_DISK_MIB, or for a single file ATELIER_SANDBOX_FILE_MIB',
  output: 'ATELIER_SANDBOX_OUTPUT_MIB',
  cancelled: 'ATELIER_SANDBOX_…',
}

/**
 * How a command ended. It is never an exception that a command failed, was stopped or was not found (127).
 *
 * - `exitCode` is the command's own, or 128 + n when signal n ended it; null when it was stopped from here.
 * - `signal` names that signal; `SIGKILL` when it was stopped from here.
 * - `stdout` and `stderr` hold the first and the last part of the output, at most 256 KiB each, as UTF-8 with invalid
 *   bytes replaced; `truncated` is true if the middle of either is missing.
 */
export interface Outcome {
  exitCode: number | null
  signal: string | null
  stoppedBy?: StopReason
  stdout: string
  stderr: string
  truncated: boolean
  durationMs: number
}

/**
 * An open sandbox. Each `run` is a process tree of its own in namespaces of its own; the worktree, `/tmp` and the home
 * are kept from one to the next. `close` stops all running commands, waits until they have ended and removes `/tmp` and
 * the home; it may be called twice. `run` after `close` rejects. Commands die with the thread that started them,
 * however it ends.
 */
export interface Sandbox {
  readonly id: string
  run(command: Command): Promise<Outcome>
  /** Where a path of the isolated view is found by commands: itself, or the host's path under the `process` driver. */
  path(inside: string): string
  close(): Promise<void>
}

/**
 * A way to make sandboxes. `isolates` is false for `process` alone. `enforced` has one sentence per limit, for the
 * start's log and the operator's page; `warnings` are faults that the operator should mend. `open` rejects with a
 * sentence when the spec cannot be honoured.
 */
export interface SandboxDriver {
  readonly name: DriverName
  readonly isolates: boolean
  readonly enforced: readonly string[]
  readonly warnings: readonly string[]
  open(spec: SandboxSpec): Promise<Sandbox>
  /** For a driver over a container engine. */
  readonly images?: ImageBuilder
}

/** The program of an image, and its environment. `port` is the first that the image exposes. */
export interface ImageProgram {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly environment: Readonly<Record<string, string>>
  readonly port: number | undefined
}

/**
 * The input of an image build. `tree` holds its `Dockerfile`. `into` is an empty folder for its file system, bounded by
 * `limits.diskBytes`; `limits.wallMs` bounds the time, `limits.memoryBytes` the memory of each step.
 */
export interface ImageBuild {
  readonly tree: string
  readonly dockerfile: string
  readonly into: string
  readonly limits: SandboxLimits
  readonly onOutput: (chunk: Buffer) => void
  readonly signal: AbortSignal
}

interface ImageBuilder {
  /**
   * Builds an image without a network but for the images that it begins with, and lays its files out. A sentence for
   * people if that fails; rejects if `signal` is aborted. The steps run under the engine's own, wider rules.
   */
  build(build: ImageBuild): Promise<ImageProgram | { readonly failed: string }>
}

/** Folders that an image needs to be shown as the system of a sandbox; its own content there is left out. */
export const imageFolders = ['dev', 'proc', 'run', 'tmp', 'preview'] as const

/** Where the worktree appears inside: not `/work` or `/srv`, which may contain repositories that are bound. */
export const worktreePath = '/worktree'

/** The folder for data beside a worktree's files; shown at `packagesPath`, it counts as the worktree does. */
export const packagesFolderOf = (worktree: string): string => `${worktree}-packages`

export const packagesPath = packagesFolderOf(worktreePath)

/** The home inside. */
export const homePath = '/home/sandbox'
