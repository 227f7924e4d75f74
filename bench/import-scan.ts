// The search of whole histories at an import, against one git that reads every object of them and looks at none.
//   node bench/import-scan.ts one.bundle another.bundle …
import { execFileSync } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { importBundle, openTestRepositories, plainGit, runDirectly } from '../testing/repositories/samples.ts'

const paths = process.argv.slice(2)
if (paths.length === 0) throw new Error('Name bundles, as `git bundle create one.bundle --all` makes them.')

const heads = (path: string) =>
  execFileSync('git', ['bundle', 'list-heads', path], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.split(' refs/heads/'))
    .flatMap(([commitSha, branch]) => (branch === undefined ? [] : [{ commitSha: commitSha!, branch }]))

const headOf = (path: string) => {
  const all = heads(path)
  const head = all.find(({ branch }) => branch === 'main' || branch === 'master') ?? all[0]
  if (!head) throw new Error(`${path} has no branch`)
  return head
}

const measured = async <T>(work: () => T | Promise<T>) => {
  const [before, began] = [process.cpuUsage(), performance.now()]
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  return { result, seconds: (performance.now() - began) / 1_000, processorSeconds: (user + system) / 1e6 }
}

const world = await openTestRepositories()
try {
  for (const [at, bundlePath] of paths.entries()) {
    const [id, head] = [`bench-${at}`, headOf(bundlePath)]
    await importBundle(world.repositories, id, { ...head, bundlePath, run: runDirectly })
    const gitDir = world.repositories.gitDirOf(id)
    const read = () =>
      execFileSync('git', ['cat-file', '--batch', '--batch-all-objects'], { cwd: gitDir, maxBuffer: 2 ** 31 })
    const floor = await measured(() => read().length)
    const scan = await measured(() => world.repositories.manifestOf(id, head.commitSha))
    const commits = plainGit(gitDir, ['rev-list', '--count', '--all']).trim()
    const { size } = await stat(bundlePath)
    const mib = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`
    console.log(
      `${basename(bundlePath)}: ${commits} commits, ${mib(size)}, unpacked ${mib(floor.result)}; searched in ${scan.seconds.toFixed(1)} s ` +
        `(${scan.processorSeconds.toFixed(1)} s of processor time), read by git in ${floor.seconds.toFixed(1)} s; ` +
        `${scan.result.manifest.files.length} files, ${scan.result.findings.length} findings`,
    )
  }
} finally {
  await world.end()
}
