// What a task costs beside its agent: worktree, sandbox, commit, review, merge, manifest, records, as the time of a
// whole cycle without checks less the time of its agent alone, against the bare git commands for the same change.
//   node bench/task.ts [files of the repository] [turns]
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { startServer } from '../apps/server/start.ts'
import { openBroker } from '../execution/egress/index.ts'
import { defaultHarnessLimits, runHarness } from '../execution/harness/index.ts'
import { modelRoute } from '../execution/models/index.ts'
import { readConfiguration } from '../platform/configuration/index.ts'
import { callerOf } from '../testing/caller.ts'
import { fileBlock, propose, runCycle, mergeUnverified } from '../testing/delivery.ts'
import { bundleRepository, git, importProject, writeFiles } from '../testing/repository.ts'
import { median, timed } from './measure.ts'

const [files = 500, turns = 7] = process.argv.slice(2).map(Number)
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
  await mergeUnverified(caller, projectId)
  const cycle = async (turn: number) => {
    const { cycle: done } = await runCycle(caller, await propose(caller, projectId, fileBlock(`a-${turn}.md`, 'x\n')))
    if (done.status !== 'completed') throw new Error(JSON.stringify(done.failure))
  }
  const { parts } = server
  const harness = await parts.harness()
  /** The agent alone, in a sandbox that is open already. */
  const agent = async (turn: number) => {
    const identity = { workspaceId: workspaceId!, projectId, cycleId: uuidv7(), runId: uuidv7(), step: `bench-${turn}` }
    const socketPath = join(parts.socketFolder, `bench-${turn}.sock`)
    const routes = { 'model.atelier.internal': modelRoute(parts.gateway, identity) }
    const broker = await openBroker({ socketPath, allowHosts: [], routes })
    const worktree = await mkdtemp(join(folder, 'agent-'))
    const sandbox = await parts.sandboxes.open({
      ...{ id: 'bench', worktree: { from: worktree, writable: true }, readonly: harness.binds },
      ...{ egressSocket: socketPath, limits: parts.sandboxLimits },
    })
    const job = { description: fileBlock(`a-${turn}.md`, 'x\n'), model: parts.model, limits: defaultHarnessLimits }
    const tookMs = await timed(() => runHarness({ sandbox, harness, job }))
    await sandbox.close()
    await broker.close()
    return tookMs
  }
  const [bare, whole, agents]: [number[], number[], number[]] = [[], [], []]
  for (let turn = 0; turn <= turns; turn += 1) {
    const took = [await timed(() => bareGit(turn)), await timed(() => cycle(turn)), await agent(turn)] as const
    if (turn === 0) continue
    bare.push(took[0])
    whole.push(took[1])
    agents.push(took[2])
  }
  const own = median(whole) - median(agents)
  console.log(
    `${files} files: bare git ${median(bare).toFixed(0)} ms; cycle ${median(whole).toFixed(0)} ms, of which agent ${median(agents).toFixed(0)} ms`,
  )
  console.log(
    `a task's own overhead ${own.toFixed(0)} ms, ${(own / median(bare)).toFixed(1)} × the bare git commands (target 3)`,
  )
  await server.close()
} finally {
  await rm(folder, { recursive: true, force: true })
}
