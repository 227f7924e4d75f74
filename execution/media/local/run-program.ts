import type { Readable } from 'node:stream'
import type { Sandbox, SandboxDriver } from '../../sandbox/index.ts'
import { ModelFailure } from '../../models/index.ts'
import { namedPaths, type CommandLine } from './command-line.ts'

const mebibyte = 2 ** 20

/** Limits for a run of an operator's program. */
const programLimits = {
  cpuSeconds: 1_800,
  memoryBytes: 4_096 * mebibyte,
  processes: 128,
  fileSizeBytes: 64 * mebibyte,
  diskBytes: 256 * mebibyte,
  wallMs: 600_000,
  outputBytes: 64 * mebibyte,
}

export interface ProgramRun {
  /** Shows up in the name of the sandbox. */
  readonly id: string
  readonly line: CommandLine
  readonly values: Readonly<Record<string, string | undefined>>
  readonly input: { readonly name: string; readonly bytes: Buffer | Readable }
  /** The file that the program writes. */
  readonly output: string
  readonly mostBytes: number
  readonly signal: AbortSignal
}

/**
 * Runs a program in a sandbox without network, with its input as a file in its own folder, and returns the file that it
 * wrote. Throws ModelFailure if it fails, exceeds its limits, or writes no file.
 */
export const runProgram = async (sandboxes: SandboxDriver, run: ProgramRun): Promise<Buffer> => {
  const { line, values, input, output, mostBytes, signal } = run
  const readonly = namedPaths(line).map((path) => ({ from: path, to: path }))
  const sandbox = await sandboxes.open({ id: `media-${run.id}`, readonly, limits: programLimits })
  try {
    const step = async (argv: readonly string[], stdin?: Buffer | Readable) => {
      const { exitCode, stoppedBy, stdout } = await runForStdout(sandbox, { argv, ...(stdin && { stdin }), signal })
      if (exitCode !== 0) throw failed(stoppedBy ?? `exit ${exitCode}`)
      return stdout
    }
    await step(['sh', '-c', 'cat > "$1"', 'sh', input.name], input.bytes)
    await step(line.fill(values))
    const read = ['sh', '-c', '[ -f "$2" ] && exec head -c "$1" "$2"', 'sh', String(mostBytes + 1), output]
    const bytes = await step(read)
    if (bytes.length === 0 || bytes.length > mostBytes) throw failed('output')
    return bytes
  } finally {
    await sandbox.close()
  }
}

/** Runs a command to its end, and returns its outcome with its standard output. Throws the reason of `signal`. */
export const runForStdout = async (
  sandbox: Sandbox,
  command: Omit<Parameters<Sandbox['run']>[0], 'onOutput' | 'signal'> & { readonly signal: AbortSignal },
) => {
  const chunks: Buffer[] = []
  const outcome = await sandbox.run({
    ...command,
    onOutput: (stream, chunk) => {
      if (stream === 'stdout') chunks.push(chunk)
    },
  })
  command.signal.throwIfAborted()
  return { ...outcome, stdout: Buffer.concat(chunks) }
}

/** A program's output may contain words of its input: it is in no message. */
const failed = (how: string) => programFailure('provider_failed', `did not make what it was asked for (${how})`)

export const programFailure = (code: 'provider_failed' | 'provider_garbage', what: string): ModelFailure =>
  new ModelFailure(`The program of the operator ${what}.`, { status: 502, code, billed: 'nothing' })
