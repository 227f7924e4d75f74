import { copyFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findMachineServices, offeredOf, planServices, withServices } from '../../../execution/databases/index.ts'
import {
  installTree,
  keysOf,
  logOf,
  outcomeOf,
  programsPath,
  withSandbox,
  worktreeEnvironment,
  type CommandOutcome,
} from '../../../execution/packages/index.ts'
import { git, showCommit } from '../../../execution/repositories/index.ts'
import { tellingLine } from '../../../execution/reports/telling-line.ts'
import type { SetupPlan } from '../../../execution/setup/index.ts'
import { chooseDriver, makeSocketFolder, removeOwnFolder, type StopReason } from '../../../execution/sandbox/index.ts'
import { readConfiguration, StartRefusal } from '../../../platform/configuration/index.ts'
import { openDiskStore } from '../../../platform/storage/index.ts'
import type { Session } from '../session.ts'
import { whileSaying } from '../terminal/progress.ts'
import { durationText, printable } from '../terminal/text.ts'
import type { Checkout } from './checkout.ts'
import { stripVTControlCharacters } from 'node:util'

/** How a command of a checkout ended in a sandbox. */
export interface TriedCommand {
  readonly name: string
  readonly command: string
  readonly outcome: CommandOutcome
  readonly durationMs: number
  readonly exitCode: number | null
  /** The limit at which it was stopped. */
  readonly stoppedBy: StopReason | null
  readonly log: string
  /** How many tests passed, if their runner reports it. */
  readonly passedTests?: number | undefined
  /** The missing program, if its log names it. */
  readonly cause?: string | undefined
}

/**
 * The result of a setup and its checks, which are not tried if the setup failed; `refused` is a sentence if no sandbox
 * could be made.
 */
export interface TriedCheckout {
  readonly refused?: string
  readonly setup?: TriedCommand | undefined
  readonly checks: readonly TriedCommand[]
  /** The services that were started for the checks. */
  readonly offered: readonly string[]
  /** The language that ran failed tests, such as “Python 3.11.2”. */
  readonly runtime?: string | undefined
}

/**
 * Lays the committed files out in a folder of their own, installs the packages and runs the checks, as a cycle does:
 * packages are fetched without code, everything else runs without a network. The checkout itself is not changed.
 */
export const tryTests = async (
  session: Session,
  gitDir: string,
  checkout: Checkout,
  folder: string,
): Promise<TriedCheckout> => {
  try {
    const { sandbox } = readConfiguration({ ...session.environment })
    const sandboxes = await chooseDriver(sandbox.driver, sandbox)
    const socketFolder = await makeSocketFolder(tmpdir())
    try {
      const {
        egressHosts,
        registries,
        limit: _,
        driver: _driver,
        engine: _engine,
        programs: _programs,
        ...limits
      } = sandbox
      const objects = await openDiskStore(join(folder, 'objects'))
      const parts = { objects, sandboxes, sandboxLimits: limits, socketFolder, egressHosts, registries }
      return await setUpAndCheck(session, parts, { gitDir, checkout, folder })
    } finally {
      await removeOwnFolder(socketFolder)
    }
  } catch (error) {
    if (error instanceof StartRefusal) return { checks: [], offered: [], refused: error.message }
    throw error
  }
}

type Parts = Parameters<typeof withSandbox>[0]

const setUpAndCheck = async (
  { output, signal }: Session,
  parts: Parts,
  { gitDir, checkout, folder }: { readonly gitDir: string; readonly checkout: Checkout; readonly folder: string },
): Promise<TriedCheckout> => {
  const { commit, plan, checks, needs } = checkout
  const { wallMs: usualMs } = parts.sandboxLimits
  const tree = await layOut(gitDir, commit, folder, signal)
  const isServed = parts.sandboxes.isolates && needs.services.length > 0
  const machine = isServed ? await findMachineServices() : { postgres: undefined, hasRedis: false }
  const services = planServices(needs, machine)
  const offered = offeredOf(needs.services, machine)
  const tried: TriedCommand[] = []
  let setup: TriedCommand | undefined
  let runtime: string | undefined
  if (plan) {
    const command = plan.managers.join(', ')
    if (plan.refused !== undefined) setup = { ...notStarted, name: 'setup', command, log: plan.refused }
    else {
      const source = { projectId: 'init', repositoryId: 'init', commit, variables: {} }
      const keys = await keysOf({ ...parts, repositories: { treeOf: async () => commit } }, source, plan)
      const input = { plan: withAudit(plan), keys, keeps: 'nothing', variables: {} } as const
      // The fetch and the install each have the limit.
      const end = await whileSaying(output, `Installing packages in a sandbox (${command})`, 2 * usualMs, () =>
        installTree(parts, signal, tree, input),
      )
      setup = { name: 'setup', command, ...end }
    }
  }
  signal.throwIfAborted()
  if (setup && setup.outcome !== 'passed') return { ...(await withCauses({ setup, checks: [] }, plan)), offered }
  const environment = { ...services.environment, ...(plan && worktreeEnvironment(parts, tree, plan)) }
  await withSandbox(parts, tree, { environment }, async (sandbox) => {
    for (const { name, command } of checks) {
      const wallMs = name === 'test' ? usualMs : besideMs
      const label = `Running ${name} in a sandbox: ${printable(command.split('\n')[0]!)}`
      const argv = ['sh', '-c', `${programsPath}; ${command}`]
      const ended = await whileSaying(output, label, wallMs, () =>
        withServices(sandbox, services).run({ argv, environment: { CI: 'true' }, wallMs, signal }),
      )
      signal.throwIfAborted()
      const { exitCode, stoppedBy = null } = ended
      const durationMs = Math.round(ended.durationMs)
      const passedTests = name === 'test' ? countedTests(`${ended.stdout}\n${ended.stderr}`) : undefined
      const outcome = outcomeOf(ended)
      tried.push({ name, command, outcome, exitCode, stoppedBy, durationMs, log: logOf(ended), passedTests })
      if (name === 'test') output.say(firstResult(outcome, durationMs, passedTests))
    }
    const versionCommand = plan?.tools[0]
    const hasFailed = tried.some(({ name, outcome }) => name === 'test' && outcome === 'failed')
    if (versionCommand === undefined || !hasFailed) return
    const argv = ['sh', '-c', `${programsPath}; ${versionCommand}`]
    runtime = runtimeIn(versionCommand, (await sandbox.run({ argv, wallMs: besideMs, signal })).stdout)
  })
  return { ...(await withCauses({ setup, checks: tried }, plan)), offered, runtime }
}

/** The name and version of a language in the answer to a command such as `node --version`. */
export const runtimeIn = (command: string, printed: string): string | undefined => {
  const [version] = /\d{1,4}(?:\.\d{1,4}){1,3}/.exec(printed.slice(0, 200)) ?? []
  const name = /^[a-z]+/.exec(command)?.[0]
  return version && name && `${name[0]!.toUpperCase()}${name.slice(1)} ${version}`
}

/** The registry's advisories, which the fetch of npm prints if the registry has them; a registry without any says nothing. */
export const audit =
  'report="$(timeout 20 npm audit --package-lock-only --omit=dev 2>/dev/null)"; ' +
  `case "$report" in *'Severity: '*) printf '%s\\n' "$report" | head -n 80 ;; esac; true`

const withAudit = (plan: SetupPlan): SetupPlan =>
  plan.fetch && plan.managers.includes('npm')
    ? { ...plan, fetch: { ...plan.fetch, command: `{ ${plan.fetch.command}\n} && { ${audit}; }` } }
    : plan

/** The sentences that requests and verdicts have for the same logs. */
const withCauses = async (
  { setup, checks }: Pick<TriedCheckout, 'setup' | 'checks'>,
  plan: Checkout['plan'],
): Promise<Pick<TriedCheckout, 'setup' | 'checks'>> => {
  const isPassed = ({ outcome }: TriedCommand) => outcome === 'passed'
  if ([...(setup ? [setup] : []), ...checks].every(isPassed)) return { setup, checks }
  // Loaded here: it is most of the engine.
  const { causeLine, causeOfCheck, lacksProgram } = await import('../../../domains/delivery/workbench/index.ts')
  const ofCheck = ({ stoppedBy, log }: TriedCommand) =>
    stoppedBy === null ? causeOfCheck(log, { isSetUp: true }) : undefined
  return {
    setup:
      setup && !isPassed(setup) ? { ...setup, cause: causeLine(plan ?? {}, setup, tellingLine(setup.log)) } : setup,
    checks: checks.map((one) => {
      if (isPassed(one)) return one
      // A target of make ends like a failed check if its program is missing.
      const isNotRun = one.name !== 'test' && lacksProgram(one.log)
      return { ...one, ...(isNotRun && { outcome: 'could_not_run' }), cause: ofCheck(one) }
    }),
  }
}

const notStarted = { outcome: 'could_not_run', durationMs: 0, exitCode: null, stoppedBy: null } as const

/** The result of the tests as soon as it is known: other checks may take as long again. */
const firstResult = (outcome: CommandOutcome, durationMs: number, passedTests: number | undefined): string => {
  const after = durationText(durationMs)
  if (outcome !== 'passed') return `The tests did not pass; they ended after ${after}.`
  return passedTests === undefined ? `The tests passed in ${after}.` : `${passedTests} tests passed in ${after}.`
}

/** As long as a derived check beside the tests may take on the base of a cycle. */
const besideMs = 90_000

const layOutMs = 10 * 60_000

/** Lays the files of a commit out in a repository with its history, which tests may look at. */
const layOut = async (gitDir: string, commit: string, folder: string, signal: AbortSignal) => {
  const path = join(folder, 'tree')
  await mkdir(path)
  const indexFile = join(folder, 'index')
  const call = { gitDir, workTree: path, indexFile, signal, timeoutMs: layOutMs }
  await git(['read-tree', commit], call)
  await git(['checkout-index', '--all', '--force'], call)
  // Checkers pass over what Git ignores only within a repository, builds ask for the commit, and an install hides what
  // its index does not have.
  const own = { gitDir: join(path, '.git'), signal, timeoutMs: layOutMs }
  await git(['init', '--quiet'], own)
  await showCommit(gitDir, own.gitDir, commit)
  await git(['update-ref', '--no-deref', 'HEAD', commit], own)
  await copyFile(indexFile, join(path, '.git/index'))
  return { name: 'init', path, readonly: [], environment: {} }
}

// The line in which a runner reports how many tests passed. A runner that runs several times, or in parts, reports it
// each time.
const summaries: readonly RegExp[] = [
  /^test result: \w{1,10}\. (\d{1,9}) passed/gm,
  /^(?:\[\w{1,8}\] )?Tests run: (\d{1,9}), Failures: \d{1,9}, Errors: \d{1,9}, Skipped: \d{1,9}$/gm,
  /^[ \t]{0,8}Tests:?[ \t]{1,12}(?:\d{1,9} (?:failed|skipped|todo)(?: \||,) ){0,4}(\d{1,9}) passed/gm,
  /^(?:={1,90} )?(?:\d{1,9} \w{1,20}, ){0,6}(\d{1,9}) passed(?:, \d{1,9} \w{1,20}){0,6} in \d/gm,
  /^[ \t]{0,8}(\d{1,9}) passing\b/gm,
  /^[ \t]{0,8}(\d{1,9}) tests? passed$/gm,
  /^Ran (\d{1,9}) tests? in \d/gm,
  /^\d{1,3}% tests passed, \d{1,9} tests failed out of (\d{1,9})$/gm,
  /^(?:#|ℹ) pass (\d{1,9})$/gm,
  /^1\.\.(\d{1,9})$/gm,
  /^--- PASS: ()/gm,
]

/** What pnpm begins a line with: the folder and the script that printed it. */
const printer = /^(?:\.|\S{1,99}\/\S{1,99}) \S{1,99}: /gm

/** How many tests passed, as their runner reports it; undefined for a runner that does not, such as Go's. */
export const countedTests = (printed: string): number | undefined => {
  const text = stripVTControlCharacters(printed).replaceAll('\r', '').replaceAll(printer, '')
  for (const summary of summaries) {
    const counts = [...text.matchAll(summary)].map(([, count]) => (count === '' ? 1 : Number(count)))
    if (counts.length > 0) return counts.reduce((sum, count) => sum + count, 0)
  }
  return undefined
}
