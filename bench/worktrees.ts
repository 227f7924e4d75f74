// Clock and processor time of a worktree, new and spare, until it can be worked in, against `git worktree add`.
//   node bench/worktrees.ts [files of the repository] [rounds]
// Nothing is removed before the end: ext4 is slow for new files where many were just deleted.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import {
  importSample,
  openTestRepositories,
  plainGit,
  Sample,
  type TestRepositories,
} from '../testing/repositories/samples.ts'
import { median, timed } from './measure.ts'
import { processorMs } from './processor-time.ts'

const [files = 50_000, rounds = 5] = process.argv.slice(2).map(Number)
const changedFiles = 100

const writeFiles = (sample: Sample, count: number, word: string) => {
  for (let index = 0; index < count; index += 1)
    sample.write(`src/d${index % 500}/f${index}.ts`, `export const ${word}${index} = ${index}\n`.repeat(30))
}

const prepare = async (world: TestRepositories) => {
  const sample = new Sample(join(world.folder, 'sample'))
  writeFiles(sample, files, 'v')
  const commit = sample.commit()
  writeFiles(sample, changedFiles, 'w')
  const next = sample.commit()
  await importSample(world, 'one', sample)
  const bare = join(world.folder, 'bare.git')
  execFileSync('cp', ['-r', world.repositories.gitDirOf('one'), bare])
  return { commit, next, bare }
}

interface Lap {
  readonly ms: number
  readonly processorMs: number
}

const lapOf = async (work: () => unknown): Promise<Lap> => {
  const before = processorMs()
  const ms = await timed(work)
  return { ms, processorMs: processorMs() - before }
}

const round = async (
  world: TestRepositories,
  { commit, next, bare }: Awaited<ReturnType<typeof prepare>>,
  at: number,
) => {
  const { worktrees } = world.repositories
  const path = join(world.folder, `bare-${at}`)
  const add = await lapOf(() => plainGit(bare, ['worktree', 'add', '--quiet', '-b', `bare-${at}`, path, commit]))
  let worktree = await worktrees.find('none')
  const acquire = (sha: string) => lapOf(async () => (worktree = await worktrees.acquire('one', { commit: sha })))
  const reacquire = async (sha: string) => {
    await worktrees.release(worktree!)
    // Waits until the released one is proven and kept.
    await world.repositories.close()
    return acquire(sha)
  }
  return {
    'git worktree add': add,
    new: await acquire(commit),
    spare: await reacquire(commit),
    'spare of another commit': await reacquire(next),
  }
}

const world = await openTestRepositories('bubblewrap')
try {
  const prepared = await prepare(world)
  const laps: Record<string, Lap[]> = {}
  for (let at = 0; at < rounds; at += 1)
    for (const [name, lap] of Object.entries(await round(world, prepared, at))) (laps[name] ??= []).push(lap)
  const floor = laps['git worktree add']!
  for (const [name, each] of Object.entries(laps))
    for (const by of ['ms', 'processorMs'] as const) {
      const [times, floors] = [each.map((lap) => lap[by]), floor.map((lap) => lap[by])]
      const shown = `${median(times).toFixed(0)} ms (${times.map((ms) => ms.toFixed(0)).join(', ')})`
      const word = by === 'ms' ? 'clock' : 'processors'
      process.stdout.write(`${name}, ${word}: ${shown}, ÷ git ${(median(times) / median(floors)).toFixed(2)}\n`)
    }
} finally {
  await world.end()
}
