import { randomBytes } from 'node:crypto'
import type { ProbeFile, ProbeRun } from '../../../execution/probes/index.ts'
import { withServices } from '../../../execution/databases/index.ts'
import { readNeeds, readPlan, reportAt, setUp, type StepWork, withWorktree } from '../workbench/index.ts'
import { programsPath, withSandbox } from '../../../execution/packages/index.ts'
import { shellPath } from '../../../packages/verdict/index.ts'

interface FreshRun {
  readonly commit: 'base' | 'change'
  readonly run: ProbeRun
  /** The time of the check over the change. */
  readonly checkMs: number
}

// A run that is cut off can neither clear a change nor find all: on a busy machine a program starts slowly.
const leastMs = 30_000
const resultMostChars = 4 * 2 ** 20

/**
 * Writes the files of a commit and of a probe, runs its command without a network, and returns its output files as
 * its result, which is not trusted. Undefined if a required setup failed, or nothing was left. A run has its own time,
 * or twice the check's.
 */
export const runInFreshFiles = async (
  stepWork: StepWork,
  { commit: side, run, checkMs }: FreshRun,
): Promise<string | undefined> => {
  const { parts, context, work } = stepWork
  const { baseSha, headSha } = work.task
  const commit = (side === 'base' ? baseSha : headSha)!
  const plan = await readPlan(stepWork, commit)
  const { services } = await readNeeds(stepWork, commit)
  return withWorktree(stepWork, commit, async (worktree) => {
    const phase = side === 'base' ? ('base' as const) : ('task' as const)
    const setup = plan && (await setUp(stepWork, worktree, { commit, phase, plan }))
    // As for the checks: a failing setup that the files only suggest keeps nothing from running.
    if (setup?.isRequired && setup.check.outcome !== 'passed') return undefined
    const environment = { ...services.environment, ...(setup?.environment ?? work.environment.variables) }
    return withSandbox(parts, worktree, { environment }, async (sandbox) => {
      const { signal } = context
      // Written inside the sandbox: a link in the repository reaches only files that a check could write itself.
      await sandbox.run({ argv: ['sh'], stdin: layOut(run.files), signal })
      signal.throwIfAborted()
      await withServices(sandbox, services).run({
        argv: ['sh', '-c', `${programsPath}; ${run.command}`],
        environment: { CI: 'true' },
        wallMs: run.wallMs ?? Math.max(leastMs, 2 * checkMs),
        // A trial that takes all memory fails, and the others are still tried.
        goesOnWithoutMemory: true,
        signal,
      })
      signal.throwIfAborted()
      const result = await reportAt(sandbox, signal, run.resultPath, 'read', false)
      return result?.slice(0, resultMostChars)
    })
  })
}

/** A script that writes files; no text of the repository can end one, since it does not know the random word. */
const layOut = (files: readonly ProbeFile[]): string => {
  const end = `end_${randomBytes(16).toString('hex')}`
  return files
    .map(({ path, text }) => {
      const to = shellPath(path)
      return `mkdir -p "$(dirname -- ${to})" && rm -f -- ${to} && cat > ${to} <<'${end}'\n${text.replace(/\n$/, '')}\n${end}\n`
    })
    .join('')
}
