// Storing an upload, against writing and hashing the same bytes; the git part of a task, against bare git commands.
//   node bench/repositories.ts [MiB of the upload] [files of the repository] [rounds]
import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import {
  type TestRepositories,
  importSample,
  openTestRepositories,
  plainGit,
  Sample,
} from '../testing/repositories/samples.ts'
import { openDiskStore } from '../platform/storage/index.ts'

const [uploadMiB = 1024, files = 5000, rounds = 5] = process.argv.slice(2).map(Number)
const chunk = randomBytes(64 * 1024)
const chunks = (uploadMiB * 1024 * 1024) / chunk.length

const timed = async (work: () => Promise<unknown>) => {
  const started = performance.now()
  await work()
  return performance.now() - started
}
const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!
const say = (line: string) => process.stdout.write(`${line}\n`)

const peakMemory = () => {
  let peakBytes = 0
  const timer = setInterval(() => (peakBytes = Math.max(peakBytes, process.memoryUsage.rss())), 20)
  return () => {
    clearInterval(timer)
    return peakBytes
  }
}

const writeAndHash = async (path: string) => {
  const hash = createHash('sha256')
  const file = await open(path, 'w')
  for (let index = 0; index < chunks; index += 1) {
    await file.write(chunk)
    hash.update(chunk)
  }
  await file.sync()
  await file.close()
  return hash.digest('hex')
}

function* upload() {
  for (let index = 0; index < chunks; index += 1) yield chunk
}

const benchStore = async (folder: string) => {
  const store = await openDiskStore(join(folder, 'objects'))
  const [ours, floor]: number[][] = [[], []]
  const before = process.memoryUsage.rss()
  const peak = peakMemory()
  for (let round = 0; round < rounds; round += 1) {
    floor!.push(await timed(() => writeAndHash(join(folder, 'floor'))))
    await rm(join(folder, 'floor'))
    ours!.push(await timed(() => store.put('upload', Readable.from(upload()), { maxBytes: 1e12 })))
    await store.remove('upload')
  }
  const grownMiB = (peak() - before) / 1024 / 1024
  const [oursMs, floorMs] = [median(ours!), median(floor!)]
  say(`upload of ${uploadMiB} MiB: ${oursMs.toFixed(0)} ms; written and hashed barely: ${floorMs.toFixed(0)} ms`)
  say(`  speed ÷ floor ${(floorMs / oursMs).toFixed(2)}; memory grew by at most ${grownMiB.toFixed(0)} MiB`)
}

const makeSample = async (folder: string) => {
  const sample = new Sample(join(folder, 'sample'))
  for (let index = 0; index < files; index += 1) {
    sample.write(`src/d${index % 100}/f${index}.ts`, `export const v${index} = ${index}\n`.repeat(30))
  }
  sample.commit()
  return sample
}

const change = async (path: string, round: number) => {
  for (let index = 0; index < 10; index += 1)
    await writeFile(join(path, `src/d${index}/f${index}.ts`), `round ${round}\n`)
  await mkdir(join(path, 'new'), { recursive: true })
  await writeFile(join(path, 'new', `${round}.ts`), 'new\n')
}

type Laps = Record<string, number[]>
const lap = async (laps: Laps, name: string, work: () => Promise<unknown>) => {
  ;(laps[name] ??= []).push(await timed(work))
}

const ourTask = async ({ repositories }: TestRepositories, base: string, laps: Laps, round: number) => {
  const details = { message: `Round ${round}`, at: new Date(0), key: `round-${round}` }
  let worktree = await repositories.worktrees.find('none')
  let sha = ''
  let merged = ''
  await lap(laps, 'worktree', async () => (worktree = await repositories.worktrees.acquire('one', { commit: base })))
  await change(worktree!.path, round)
  await lap(
    laps,
    'commit',
    async () => (sha = (await repositories.commitWorktree(worktree!, { parents: [base], ...details })).sha!),
  )
  await lap(laps, 'merge', async () => {
    merged = (await repositories.merge('one', { ours: base, theirs: sha, ...details })).sha!
  })
  await lap(laps, 'moving a ref', () =>
    repositories.moveRef('one', `refs/heads/round-${round}`, { from: undefined, to: merged }),
  )
  await lap(laps, 'release', () => repositories.worktrees.release(worktree!))
  await repositories.close()
}

const bareTask = async (gitDir: string, folder: string, base: string, laps: Laps, round: number) => {
  const path = join(folder, `bare-${round}`)
  const run = async (cwd: string, ...argv: string[]) => plainGit(cwd, argv)
  await lap(laps, 'worktree', () => run(gitDir, 'worktree', 'add', '--quiet', '-b', `bare-${round}`, path, base))
  await change(path, round)
  await lap(laps, 'commit', async () => {
    await run(path, 'add', '--all')
    await run(path, 'commit', '--quiet', '--message', 'Change')
  })
  let merged = ''
  await lap(laps, 'merge', async () => {
    const tree = await run(gitDir, 'merge-tree', '--write-tree', base, `bare-${round}`)
    merged = await run(gitDir, 'commit-tree', tree, '-p', base, '-p', `bare-${round}`, '-m', 'Merge')
  })
  await lap(laps, 'moving a ref', () => run(gitDir, 'update-ref', `refs/heads/merged-${round}`, merged))
  await lap(laps, 'release', () => run(gitDir, 'worktree', 'remove', '--force', path))
}

const benchTask = async (world: TestRepositories) => {
  const base = await importSample(world, 'one', await makeSample(world.folder))
  const bare = join(world.folder, 'bare.git')
  execFileSync('cp', ['-r', world.repositories.gitDirOf('one'), bare])
  const [ours, floor]: Laps[] = [{}, {}]
  for (let round = 0; round < rounds; round += 1) {
    await bareTask(bare, world.folder, base, floor!, round)
    await ourTask(world, base, ours!, round)
  }
  say(`the git part of a task over ${files} files, ours ÷ bare git:`)
  for (const [name, laps] of Object.entries(ours!)) {
    const [oursMs, floorMs] = [median(laps), median(floor![name]!)]
    say(`  ${name}: ${oursMs.toFixed(0)} ÷ ${floorMs.toFixed(0)} ms = ${(oursMs / floorMs).toFixed(2)}`)
  }
  const sum = (laps: Laps) => Object.values(laps).reduce((total, each) => total + median(each), 0)
  say(`  in all: ${(sum(ours!) / sum(floor!)).toFixed(2)}`)
}

const world = await openTestRepositories('bubblewrap')
try {
  await benchStore(world.folder)
  await benchTask(world)
} finally {
  await world.end()
}
