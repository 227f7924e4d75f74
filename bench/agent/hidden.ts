import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SandboxDriver, SandboxLimits } from '../../execution/sandbox/index.ts'
import { git, inFolder, writeFiles } from '../../testing/repository.ts'
import type { Task } from './task.ts'

export interface Sandboxes {
  readonly sandboxes: SandboxDriver
  readonly sandboxLimits: SandboxLimits
}

/** A command's output in a sandbox, and whether it succeeded. Its program was written by a model. */
const runApart = async ({ sandboxes, sandboxLimits }: Sandboxes, command: string, folder?: string) => {
  const worktree = folder !== undefined && { worktree: { from: folder, writable: true } }
  const sandbox = await sandboxes.open({ id: 'benchmark', limits: sandboxLimits, ...worktree })
  try {
    const { exitCode, stdout, stderr } = await sandbox.run({ argv: ['sh', '-c', command], environment: { CI: 'true' } })
    return { passes: exitCode === 0, printed: `${stdout}\n${stderr}`.trim() }
  } finally {
    await sandbox.close()
  }
}

/** Runs the hidden checks of a task over a delivered repository. */
export const hiddenChecks = (parts: Sandboxes, { hidden }: Task, bundle: Buffer) =>
  inFolder(async (folder) => {
    const packed = join(folder, 'result.bundle')
    const tree = join(folder, 'tree')
    await writeFile(packed, bundle)
    git(folder, 'clone', '-q', packed, tree)
    await rm(join(tree, '.git'), { recursive: true })
    await writeFiles(tree, hidden.files)
    return runApart(parts, hidden.command, tree)
  })

const proofs: Readonly<Record<string, string>> = {
  python3: 'python3 --version',
  pytest: 'python3 -m pytest --version',
  go: 'go version',
  npm: 'npm --version',
}

/** The programs of these tasks that sandboxes lack. */
export const missingPrograms = async (parts: Sandboxes, tasks: readonly Task[]): Promise<Set<string>> => {
  const missing = new Set<string>()
  for (const name of new Set(tasks.flatMap(({ needs }) => needs)))
    if (!(await runApart(parts, proofs[name] ?? `command -v ${name}`)).passes) missing.add(name)
  return missing
}
