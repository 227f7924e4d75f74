import type { Worktree } from '../../../execution/repositories/index.ts'
import {
  contentHashOf,
  installRecord,
  installTree,
  joinLogs,
  keysOf,
  logMostChars,
  worktreeEnvironment,
  type PhaseEnd,
} from '../../../execution/packages/index.ts'
import type { SetupPlan } from '../../../execution/setup/index.ts'
import { imageBuildRecord } from '../../code/sandboxes/index.ts'
import type { CheckRow } from '../checks/index.ts'
import { notRun, setupName } from './check.ts'
import { causeLine } from './setup/setup-cause.ts'
import type { StepWork, Work } from './step-work.ts'
import { browserVariables, findBrowser } from '../../../execution/sandbox/index.ts'
import type { SandboxProfile } from '../../agents/agents/index.ts'

/** True if a check is the setup, which is stored beside the checks but does not count as a check. */
export const isSetup = ({ name }: Pick<CheckRow, 'name'>): boolean => name === setupName

interface SetUpInput {
  readonly commit: string
  readonly phase: CheckRow['phase']
  /** The plan of the commit, by `readPlan`. */
  readonly plan: SetupPlan
  /** Sentences for the log about what no setup provides. */
  readonly needs?: readonly string[]
}

/**
 * Makes a worktree ready for its checks: packages are fetched with a network by the manifests and lock files of the
 * commit, and installed without one. Results are stored by their content and taken from there; the set-up of a change
 * without an approval is used only for its own checks.
 */
export const setUp = async ({ parts, context, work }: StepWork<Work>, worktree: Worktree, at: SetUpInput) => {
  const { commit, phase, plan } = at
  const { variables } = work.environment
  const install = async () => {
    const source = { projectId: work.project.id, repositoryId: work.repository.id, commit, variables }
    const keys = await keysOf(parts, source, plan)
    const isBase = phase === 'base'
    const build = imageBuildRecord(context, {
      projectId: work.project.id,
      repositoryId: work.repository.id,
      commitSha: commit,
      kind: 'packages',
      cause: isBase ? 'base' : 'change',
      contentHash: contentHashOf(keys),
    })
    const record = installRecord(build, (end) => causeLine(plan, end))
    const keeps = isBase ? 'everything' : 'nothing'
    return installTree(parts, context.signal, worktree, { plan, keys, keeps, variables, record })
  }
  const end: PhaseEnd = plan.refused === undefined ? await install() : { ...unrun, log: plan.refused }
  const isPassed = end.outcome === 'passed'
  const sentences = [...(isPassed ? resolvedSentence(plan) : [causeLine(plan, end)]), ...(at.needs ?? [])]
  const log = joinLogs(...sentences, shortened(end.log, sentences))
  const check: CheckRow = {
    name: setupName,
    command: shownCommand(plan),
    phase,
    report: null,
    coverage: null,
    ...end,
    log,
  }
  return {
    check,
    /** The environment of everything that runs in the worktree from now on. */
    environment: { ...worktreeEnvironment(parts, worktree, plan), ...variables },
    /** Whether a failure keeps the checks from running. */
    isRequired: plan.isOwn || plan.asksForNode,
  }
}

const commandMostChars = 2_000
const shownCommand = (plan: SetupPlan) =>
  [...headline(plan), plan.fetch?.command ?? '', plan.install.command]
    .filter((line) => line !== '')
    .join('\n')
    .slice(0, commandMostChars)

/** The row of a commit that needs no setup, where its tests may need what no setup provides. */
export const nothingToSetUp = (phase: CheckRow['phase'], needs: readonly string[]): CheckRow => ({
  ...notRun(phase, { name: setupName, command: '# There are no packages to install.' }, joinLogs(...needs)),
  outcome: 'passed',
})

const headline = ({ managers, resolvedOn }: SetupPlan): readonly string[] => {
  if (managers.length === 0) return []
  const resolved = resolvedOn && `, resolved on ${resolvedOn} because the repository has no lock file`
  return [`# ${managers.join(', ')}${resolved ?? ''}`]
}

const resolvedSentence = ({ managers, resolvedOn }: SetupPlan): readonly string[] =>
  resolvedOn === undefined
    ? []
    : [`The packages of ${managers.join(', ')} were resolved on ${resolvedOn} because the repository has no lock file.`]

/** The end of a log, with room for what comes before it: verdicts read the first line. */
const shortened = (log: string, before: readonly string[]) =>
  log.slice(-(logMostChars - before.reduce((sum, line) => sum + line.length + 1, 0)))

const unrun = { outcome: 'could_not_run', exitCode: null, stoppedBy: null, durationMs: 0 } as const

/** True if sandboxes of a profile name the browser of the machine. */
export const hasBrowser = (profile: SandboxProfile): boolean => profile !== 'builder'

/** The variables of an agent's profile for the commands of agents and checks. */
export const profileVariables = async (profile: SandboxProfile): Promise<Readonly<Record<string, string>>> => {
  const browser = hasBrowser(profile) ? await findBrowser() : undefined
  return browser === undefined ? {} : browserVariables(browser)
}
