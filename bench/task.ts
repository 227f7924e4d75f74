// The cost of a task beside its agent, as a whole cycle less its agent alone, against the bare git commands for the
// same change: time, CPU time, processes. With a check, which does nothing, files are laid out for it before and after.
//   node bench/task.ts [files of the repository] [turns] [check]
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { startServer } from '../apps/server/start.ts'
import { openBroker } from '../execution/egress/index.ts'
import { defaultHarnessLimits, ownGitPath, runHarness } from '../execution/harness/index.ts'
import { openStepLedger } from '../domains/agents/spending/index.ts'
import { modelRoute } from '../execution/models/index.ts'
import { readConfiguration } from '../platform/configuration/index.ts'
import { callerOf } from '../testing/caller.ts'
import { fileBlock, propose, runCycle, mergeUnverified } from '../testing/delivery.ts'
import { bundleRepository, git, importProject, writeFiles } from '../testing/repository.ts'
import { listProjectRepos } from '../domains/code/repositories/contract.ts'
import { getProjectRevisionHead } from '../domains/code/revisions/contract.ts'
import { getCycleRunDiagnostics } from '../domains/delivery/runs/contract.ts'
import { median } from './measure.ts'
import { type Cost, costOf } from './spawned.ts'

const [files = 500, turns = 7] = process.argv.slice(2, 4).map(Number)
const runtime = process.argv[4] === 'check' ? { checks: [{ name: 'nothing', command: 'true' }] } : {}
const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
const source = join(folder, 'source')

const makeSource = async () => {
  execFileSync('git', ['init', '-q', '-b', 'main', source])
  await writeFiles(
    source,
    Object.fromEntries(Array.from({ length: files }, (_none, at) => [`d${at % 50}/f${at}.txt`, `${at}\n`])),
  )
  git(source, 'add', '-A')
  git(source, 'commit', '-q', '-m', 'First')
}

/** The floor: the same change by hand. */
const bareGit = async (turn: number) => {
  const tree = join(folder, `tree-${turn}`)
  git(source, 'worktree', 'add', '-q', '-b', `task-${turn}`, tree)
  await writeFile(join(tree, `bare-${turn}.md`), 'x\n')
  git(tree, 'add', '-A')
  git(tree, 'commit', '-q', '-m', 'Task')
  git(source, 'merge', '-q', '--no-ff', '-m', 'Merge', `task-${turn}`)
  git(source, 'worktree', 'remove', '--force', tree)
}

interface Step {
  readonly name: string
  readonly startedAt: string
  readonly endedAt: string
}

const since = (from: string, to: string) => Date.parse(to) - Date.parse(from)

const middle = (costs: readonly Cost[]): Cost => {
  const of = (name: keyof Cost) => median(costs.map((cost) => cost[name]))
  return { ms: of('ms'), cpuMs: of('cpuMs'), sandboxed: of('sandboxed'), git: of('git'), other: of('other') }
}

const time = ({ ms, cpuMs }: Cost) => `${ms.toFixed(0)} ms, CPU ${cpuMs.toFixed(0)} ms`
const started = ({ sandboxed, git: gits, other }: Cost) =>
  `${sandboxed} commands in sandboxes, ${gits} of git, ${other} others`

const report = (bare: Cost, whole: Cost, agent: Cost, steps: ReadonlyMap<string, readonly number[]>) => {
  const times = (name: 'ms' | 'cpuMs') => ((whole[name] - agent[name]) / bare[name]).toFixed(1)
  console.log(`bare git over ${files} files: ${time(bare)}`)
  console.log(`cycle: ${time(whole)}; started ${started(whole)}`)
  console.log(`  its agent alone: ${time(agent)}; started ${started(agent)}`)
  for (const [name, ms] of steps) console.log(`  ${name}: ${median(ms).toFixed(0)} ms`)
  console.log(
    `a task's own overhead: ${times('ms')} × the time of bare git (target 3), ${times('cpuMs')} × its CPU time`,
  )
}

try {
  await makeSource()
  const settings = { ATELIER_DATA: join(folder, 'data'), ATELIER_PORT: '0' }
  const server = await startServer(readConfiguration(settings), pino({ level: 'error' }))
  const { apiKey, workspaceId } = JSON.parse(await readFile(join(folder, 'data', 'owner.json'), 'utf8')) as Record<
    string,
    string
  >
  const caller = callerOf(server.baseUrl, apiKey)
  const { projectId } = await importProject(caller, await bundleRepository(source))
  await mergeUnverified(caller, projectId, runtime)
  const cycle = async (turn: number) => {
    const { cycle: done } = await runCycle(caller, await propose(caller, projectId, fileBlock(`a-${turn}.md`, 'x\n')))
    if (done.status !== 'completed') throw new Error(JSON.stringify(done.failure))
    return done.id as string
  }
  const stepsOf = async (id: string) => {
    const { body } = await caller.call(getCycleRunDiagnostics, { id })
    return (body.steps as Step[]).map(({ name, startedAt, endedAt }) => [name, since(startedAt, endedAt)] as const)
  }
  const { parts } = server
  const harness = await parts.harness('native')
  const [repository] = (await caller.call(listProjectRepos, { id: projectId })).body
  /** The agent alone, over the same files, with the git folder of its own, in a sandbox that is open already. */
  const agent = async (turn: number) => {
    const identity = { workspaceId: workspaceId!, projectId, cycleId: uuidv7(), runId: uuidv7(), step: `bench-${turn}` }
    const socketPath = join(parts.socketFolder, `bench-${turn}.sock`)
    const routes = { 'model.atelier.internal': modelRoute(parts.gateway, openStepLedger(parts.database, identity)) }
    const broker = await openBroker({ socketPath, allowHosts: [], routes })
    const { worktrees } = parts.repositories
    const commit = (await caller.call(getProjectRevisionHead, { id: projectId })).body.commitSha as string
    const worktree = await worktrees.acquire(repository.id as string, { commit })
    const sandbox = await parts.sandboxes.open({
      id: 'bench',
      worktree: { from: worktree.path, writable: true, gitDir: ownGitPath },
      readonly: [...worktree.readonly.map((path) => ({ from: path, to: path })), ...harness.binds],
      environment: worktree.environment,
      egressSocket: socketPath,
      limits: parts.sandboxLimits,
    })
    const description = fileBlock(`a-${turn}.md`, 'x\n')
    const job = { description, instructions: 'Work carefully.', model: parts.model, limits: defaultHarnessLimits }
    const cost = await costOf(() => runHarness({ sandbox, harness, job, gitBase: worktree.readonly[0]! }))
    await sandbox.close()
    await worktrees.release(worktree)
    await parts.repositories.close()
    await broker.close()
    return cost
  }
  const [bare, whole, agents]: Cost[][] = [[], [], []]
  const steps = new Map<string, number[]>()
  for (let turn = 0; turn <= turns; turn += 1) {
    let id = ''
    const ofBare = await costOf(() => bareGit(turn))
    const ofWhole = await costOf(
      async () => (id = await cycle(turn)),
      () => parts.repositories.close(),
    )
    const ofAgent = await agent(turn)
    if (turn === 0) continue
    bare!.push(ofBare)
    whole!.push(ofWhole)
    agents!.push(ofAgent)
    for (const [name, ms] of (await stepsOf(id)).toReversed()) steps.set(name, [...(steps.get(name) ?? []), ms])
  }
  report(middle(bare!), middle(whole!), middle(agents!), steps)
  await server.close()
} finally {
  await rm(folder, { recursive: true, force: true })
}
