/** The limits of a command in a sandbox: all its processes together have them. */
export interface SandboxLimits {
  cpuSeconds: number
  memoryBytes: number
  processes: number
  /** The largest single file that can be written. */
  fileSizeBytes: number
  /** The files that it writes, together. */
  diskBytes: number
  wallMs: number
  /** Both streams of output together. */
  outputBytes: number
}

/** The end of a command, which is no exception. */
export interface Outcome {
  /** The exit code, 128 + n if signal n ended the command, or null if a limit did. */
  readonly exitCode: number | null
  readonly signal: string | null
  /** The limit that ended it: `wall-time`, `cpu-time`, `memory`, `processes`, `disk`, `output`, or `cancelled`. */
  readonly stoppedBy?: string
}

interface Command {
  /** `argv[0]` is found on PATH: `node`, or a program of the host. */
  readonly argv: readonly string[]
  readonly stdin?: string
  /** Called with every chunk; the stream waits for a promise. */
  readonly onOutput: (stream: 'stdout' | 'stderr', chunk: Buffer) => void | Promise<void>
  /** Aborting it stops the command. */
  readonly signal: AbortSignal
}

interface Sandbox {
  run(command: Command): Promise<Outcome>
  /** The path by which commands find a path of the sandbox. */
  path(inside: string): string
  close(): Promise<void>
}

/** Opens sandboxes without network. `readonly` shows files and folders of the host (`from`) at absolute paths (`to`). */
export interface Sandboxes {
  open(spec: {
    readonly id: string
    readonly readonly: readonly { readonly from: string; readonly to: string }[]
    readonly limits: SandboxLimits
  }): Promise<Sandbox>
}
