import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CheckTimeoutError } from './untrusted.ts'
import { openQuarantines } from './quarantine.ts'
import { openRepositoryCache } from '../packs/repository-cache.ts'
import type { BundleToInspect, InspectionResult, Quarantine, RunUntrusted } from '../repositories.ts'
import { bundleOfDeltas } from '../../../testing/repositories/delta-bundle.ts'
import {
  type TestRepositories,
  importSample,
  openTestRepositories,
  plainGit,
  richSample,
  runDirectly,
  Sample,
} from '../../../testing/repositories/samples.ts'
import { StorageFullError } from '../../../platform/storage/index.ts'
import { isLong } from '../../../testing/soak.ts'

let world: TestRepositories
let sample: Sample

beforeEach(async () => {
  world = await openTestRepositories()
  sample = new Sample(join(world.folder, 'sample'))
})
afterEach(() => world.end())

const dataFolder = (name: string) => join(world.folder, 'data', name)
const leftovers = async () => {
  await world.repositories.close()
  return ['cache/repositories', 'quarantine', 'worktrees'].flatMap((name) => readdirSync(dataFolder(name)))
}
const inspect = (bundle: Partial<BundleToInspect> = {}): Promise<InspectionResult> =>
  world.repositories.inspectBundle({
    bundlePath: join(world.folder, 'sample.bundle'),
    commitSha: 'a'.repeat(40),
    branch: 'main',
    run: runDirectly,
    ...bundle,
  })
const bundleOf = (commitSha: string) => ({ commitSha, bundlePath: sample.bundle(join(world.folder, 'sample.bundle')) })
const store = (quarantine: Quarantine, repositoryId: string) =>
  world.repositories.store(quarantine, { workspace: 'any', repositoryId })
const admit = async (quarantine: Quarantine, id: string) => world.repositories.admit(await store(quarantine, id))
const rejectedFor = async (bundle: Partial<BundleToInspect>) => {
  const inspected = await inspect(bundle)
  expect(inspected.ok).toBe(false)
  expect(await leftovers()).toEqual([])
  return inspected.ok ? [] : inspected.rejected
}

describe('a sound bundle', () => {
  test('is invisible until it is admitted, and complete afterwards', async () => {
    const rich = richSample(join(world.folder, 'rich'))
    const bundlePath = rich.sample.bundle(join(world.folder, 'rich.bundle'))
    const inspected = await inspect({ bundlePath, commitSha: rich.commitSha })
    if (!inspected.ok) throw new Error(JSON.stringify(inspected.rejected))
    expect(await world.repositories.exists('rich')).toBe(false)
    await admit(inspected.quarantine, 'rich')
    expect(await world.repositories.exists('rich')).toBe(true)
    expect(inspected.quarantine.refs).toContainEqual({ name: 'refs/heads/main', sha: rich.commitSha })
    await world.repositories.close()
    expect(readdirSync(dataFolder('quarantine'))).toEqual([])
  })

  test('does not replace a repository of the same id', async () => {
    const commitSha = sample.write('file', 'x').commit()
    const inspected = await inspect(bundleOf(commitSha))
    if (!inspected.ok) throw new Error(JSON.stringify(inspected.rejected))
    await world.repositories.create(
      { workspace: 'any', repositoryId: 'taken' },
      { message: 'Begin', at: new Date(0), key: 'begin' },
    )
    await admit(inspected.quarantine, 'taken')
    expect(await world.repositories.commitExists('taken', commitSha)).toBe(false)
    expect(await leftovers()).toEqual(['taken.git'])
  })

  test('keeps only the packs of the quarantine folder', async () => {
    const commitSha = sample.write('file', 'x').commit()
    const tampering: RunUntrusted = async (argv, io) => {
      const outcome = await runDirectly(argv, io)
      writeFileSync(join(io.writable, 'config'), '[core]\n\tfsmonitor = touch /tmp/ran\n')
      writeFileSync(join(io.writable, 'objects', 'info', 'alternates'), '/etc\n')
      writeFileSync(join(io.writable, 'objects', 'pack', 'other.pack'), 'x')
      return outcome
    }
    const inspected = await inspect({ ...bundleOf(commitSha), run: tampering })
    if (!inspected.ok) throw new Error(JSON.stringify(inspected.rejected))
    const { gitDir } = inspected.quarantine
    expect(readFileSync(join(gitDir, 'config'), 'utf8')).not.toContain('touch')
    expect(readdirSync(join(gitDir, 'objects', 'info'))).toEqual([])
    const packs = readdirSync(join(gitDir, 'objects', 'pack'))
    expect(packs.map((name) => name.replace(/^pack-[0-9a-f]{40}/, 'pack')).sort()).toEqual(['pack.idx', 'pack.pack'])
    expect(packs.map((name) => statSync(join(gitDir, 'objects', 'pack', name)).mode & 0o777)).toEqual([0o444, 0o444])
  })

  test('accepts harmless fsck warnings', async () => {
    const blob = sample.object('blob', 'x')
    const commitSha = sample.commitTree(sample.tree(['0100644', 'padded', blob], ['100664', 'writable', blob]))
    expect(await inspect(bundleOf(commitSha))).toMatchObject({ ok: true })
  })

  test('accepts commits of old tools, whose histories cannot be rewritten', async () => {
    const tree = sample.tree(['100644', 'a', sample.object('blob', 'x')])
    const ada = 'Ada <ada@example.com> 1700000000 +0000'
    const lines = `author Ada<ada@example.com> 1700000000 +0000\ncommitter ${ada}`
    const head = sample.object('commit', `tree ${tree}\n${lines}\n\nOld\n`)
    sample.git('update-ref', 'refs/heads/main', head)
    expect(await inspect(bundleOf(head))).toMatchObject({ ok: true })
    for (const [name, commitSha] of [
      ['fsck-multipleauthors', 'a18b9237969baed606766ec4548b80b9e5746aae'],
      ['fsck-zeropaddeddate', '5c5959474ac575824376dcd06e3196f87f0a1e9c'],
    ] as const) {
      const bundlePath = join(import.meta.dirname, `fixtures/${name}.bundle`)
      expect(await inspect({ bundlePath, commitSha })).toMatchObject({ ok: true })
    }
  })

  test('may hold symbolic links to any target', async () => {
    const commitSha = sample.commitTree(sample.tree(['120000', 'link', sample.object('blob', '/etc/passwd')]))
    expect(await inspect(bundleOf(commitSha))).toMatchObject({ ok: true })
  })
})

describe('a missing declaration is refused:', () => {
  test('another branch', async () => {
    const bundle = bundleOf(sample.write('file', 'x').commit())
    const rejected = await rejectedFor({ ...bundle, branch: 'develop' })
    expect(rejected).toMatchObject([{ rule: 'missing_branch', path: 'defaultBranch' }])
  })

  test('another commit', async () => {
    const bundle = bundleOf(sample.write('file', 'x').commit())
    const rejected = await rejectedFor({ ...bundle, commitSha: 'b'.repeat(40) })
    expect(rejected).toMatchObject([{ rule: 'missing_commit', path: 'commitSha' }])
  })

  test('a branch that is not a commit', async () => {
    sample.write('file', 'x').commit()
    const blob = sample.object('blob', 'not a commit')
    sample.git('tag', 'light', blob)
    const bundlePath = sample.bundle(join(world.folder, 'sample.bundle'))
    const renamed = readFileSync(bundlePath).toString('latin1').replace('refs/tags/light', 'refs/heads/odd')
    writeFileSync(bundlePath, renamed, 'latin1')
    const rejected = await rejectedFor({ bundlePath, commitSha: blob, branch: 'odd' })
    expect(['missing_commit', 'bad_object', 'corrupt']).toContain(rejected[0]?.rule)
  })
})

describe('a bundle that goes on from stored commits', () => {
  const started = async () => {
    sample.write('a', 'one\n'.repeat(1_000)).commit()
    const base = { repositoryId: 'one', commitSha: await importSample(world, 'one', sample) }
    return { base, path: join(world.folder, 'next.bundle') }
  }
  const nextBundle = (path: string, ...chosen: string[]) => {
    sample.git('bundle', 'create', '--quiet', path, ...chosen)
    return path
  }

  test('has only new objects, and is whole once it is received', async () => {
    const { base, path } = await started()
    const commitSha = sample.write('a', `${'one\n'.repeat(1_000)}two\n`).commit()
    const bundlePath = nextBundle(path, 'main', `^${base.commitSha}`)
    const inspected = await inspect({ bundlePath, commitSha, base })
    if (!inspected.ok) throw new Error(JSON.stringify(inspected.rejected))
    const { quarantine } = inspected
    expect(quarantine.since).toBe(base.commitSha)
    expect(quarantine.expandedBytes).toBeLessThan(20_000)
    expect(await world.repositories.descendsFrom(quarantine, base.commitSha)).toBe(true)
    await world.repositories.receive(await store(quarantine, 'one'))
    const gitDir = world.gitDirOf('one')
    expect(plainGit(gitDir, ['fsck', '--strict', '--no-dangling', commitSha])).toBe('')
    expect(plainGit(gitDir, ['show', `${commitSha}:a`])).toContain('two')
  })

  test('is refused if it needs a commit that is stored but not in the history of the base', async () => {
    const { base, path } = await started()
    const aside = sample.write('b', 'aside').commit()
    await importSample(world, 'two', sample)
    const commitSha = sample.write('c', 'more').commit()
    const bundlePath = nextBundle(path, 'main', `^${aside}`)
    const refused = { ok: false, rejected: [{ rule: 'incomplete_history', path: 'bundle' }] }
    expect(await inspect({ bundlePath, commitSha, base })).toMatchObject(refused)
    expect(await inspect({ bundlePath, commitSha, base: { ...base, repositoryId: 'two' } })).toMatchObject(refused)
    expect(await inspect({ bundlePath, commitSha })).toMatchObject(refused)
  })

  test('is refused for an object that git fsck refuses, and for a missing object', async () => {
    const { base, path } = await started()
    const parent = ['-p', base.commitSha]
    const odd = sample.git(
      'commit-tree',
      sample.tree(['100644', '.git', sample.object('blob', 'x')]),
      ...parent,
      '-m',
      'x',
    )
    sample.git('update-ref', 'refs/heads/main', odd)
    const bundlePath = nextBundle(path, 'main', `^${base.commitSha}`)
    expect(await inspect({ bundlePath, commitSha: odd, base })).toMatchObject({
      ok: false,
      rejected: [{ rule: 'forbidden_path' }],
    })
    const commitSha = sample.write('b', 'missing').commit()
    const name = plainGit(sample.path, ['pack-objects', '--quiet', join(world.folder, 'lone')], `${commitSha}\n`)
    const head = Buffer.from(`# v2 git bundle\n-${base.commitSha}\n${commitSha} refs/heads/main\n\n`)
    writeFileSync(path, Buffer.concat([head, readFileSync(join(world.folder, `lone-${name}.pack`))]))
    expect(await inspect({ bundlePath, commitSha, base })).toMatchObject({
      ok: false,
      rejected: [{ rule: 'incomplete_history' }],
    })
  })
})

describe('limits', () => {
  const limited = (limits: object) =>
    openQuarantines(
      dataFolder('quarantine'),
      { cache: openRepositoryCache(dataFolder('cache/repositories'), world.packs), packs: world.packs },
      {
        maxObjects: 1000,
        maxRefs: 10,
        maxFiles: 100,
        maxBytes: 10_000,
        expandedBaseBytes: 1_000_000,
        expandedBytesPerByte: 1,
        scannedBytes: 1_000_000,
        ...limits,
      },
    )

  test.each([{ maxObjects: 2 }, { maxRefs: 0 }, { maxFiles: 1 }, { maxBytes: 3 }])('%j', async (limits) => {
    const commitSha = sample.write('a', '12').write('b', '34').commit()
    const quarantines = limited(limits)
    const inspected = await quarantines.operations.inspectBundle({
      ...bundleOf(commitSha),
      branch: 'main',
      run: runDirectly,
    })
    expect(inspected).toMatchObject({ ok: false, rejected: [{ rule: 'too_large' }] })
    await quarantines.settled()
    expect(await leftovers()).toEqual([])
  })

  const bundleOfManyDeltas = () => {
    const { bytes, commitSha } = bundleOfDeltas({ deltas: 300, sizeBytes: 10_000 })
    const bundlePath = join(world.folder, 'deltas.bundle')
    writeFileSync(bundlePath, bytes)
    const commands: string[] = []
    const run: RunUntrusted = (argv, io) => {
      commands.push(argv.join(' '))
      return runDirectly(argv, io)
    }
    return { bundle: { bundlePath, commitSha, branch: 'main', run }, commands }
  }

  test('many deltas in a small bundle are refused by their declared size, before anything is unpacked', async () => {
    const { bundle, commands } = bundleOfManyDeltas()
    const quarantines = limited({ expandedBytesPerByte: 10 })
    const rejected = { rule: 'too_large', message: expect.stringContaining('unpacks to more than 10') }
    // Where the machine has no time to count, the bundle is unpacked.
    const inspected = async () => {
      commands.length = 0
      return [await quarantines.operations.inspectBundle(bundle), commands]
    }
    await expect.poll(inspected).toMatchObject([{ ok: false, rejected: [rejected] }, []])
    expect(await limited({ expandedBaseBytes: 4_000_000 }).operations.inspectBundle(bundle)).toMatchObject({ ok: true })
    await quarantines.settled()
  })

  test('deltas beyond the scanned part are refused by their unpacked size, before their objects are checked', async () => {
    const { bundle, commands } = bundleOfManyDeltas()
    const quarantines = limited({ expandedBytesPerByte: 10, scannedBytes: 200 })
    const rejected = { rule: 'too_large', message: expect.stringContaining('unpacks to 3010') }
    expect(await quarantines.operations.inspectBundle(bundle)).toMatchObject({ ok: false, rejected: [rejected] })
    expect(commands).toHaveLength(1)
    await quarantines.settled()
  })

  test.runIf(isLong)('a check may take longer the larger the bundle is and the more it unpacks to', async () => {
    const { bytes, commitSha } = bundleOfDeltas({ deltas: 100, sizeBytes: 1_000_000 })
    const large = { path: join(world.folder, 'large.bundle'), commitSha }
    writeFileSync(large.path, bytes)
    const small = bundleOf(sample.write('a', '12').commit())
    const limitsOf = async (bundle: Partial<BundleToInspect>) => {
      const limits: number[] = []
      const run: RunUntrusted = (argv, io) => {
        limits.push(io.wallMs)
        return runDirectly(argv, io)
      }
      expect(await inspect({ ...bundle, run })).toMatchObject({ ok: true })
      return limits
    }
    const [unpackSmall, checkSmall] = await limitsOf(small)
    const [unpackLarge, checkLarge] = await limitsOf({ bundlePath: large.path, commitSha })
    expect([unpackSmall, checkSmall, unpackLarge]).toEqual([62_000, 31_000, 62_000])
    expect(checkLarge! - checkSmall!).toBeGreaterThan(10_000)
  })

  test('a tree that expands to a billion files is refused without walking it', async () => {
    let tree = sample.tree(['100644', 'f', sample.object('blob', 'x')])
    for (let depth = 0; depth < 10; depth += 1) {
      tree = sample.tree(...Array.from({ length: 10 }, (_, index) => ['40000', `d${index}`, tree] as const))
    }
    const bundle = { ...bundleOf(sample.commitTree(tree)), branch: 'main', run: runDirectly }
    const quarantines = limited({})
    expect(await quarantines.operations.inspectBundle(bundle)).toMatchObject({
      ok: false,
      rejected: [{ rule: 'too_large' }],
    })
    await quarantines.settled()
  })

  test('a stopped sandbox fails the check', async () => {
    const bundle = bundleOf(sample.write('a', '12').commit())
    const stopping: RunUntrusted = async () => ({ exitCode: null, stdout: '', stderr: '', stoppedBy: 'cpu-time' })
    expect(await rejectedFor({ ...bundle, run: stopping })).toMatchObject([{ rule: 'too_large' }])
  })

  test('a check that takes too long is an error of the machine, and leaves no files', async () => {
    const bundle = bundleOf(sample.write('a', '12').commit())
    const slow: RunUntrusted = async () => ({ exitCode: null, stdout: '', stderr: '', stoppedBy: 'wall-time' })
    await expect(inspect({ ...bundle, run: slow })).rejects.toBeInstanceOf(CheckTimeoutError)
    expect(await leftovers()).toEqual([])
  })

  test('a full disk is not reported as a fault of the bundle', async () => {
    const bundle = bundleOf(sample.write('a', '12').commit())
    const full: RunUntrusted = async () => ({
      exitCode: 128,
      stdout: '',
      stderr: 'fatal: write error: No space left on device',
    })
    await expect(inspect({ ...bundle, run: full })).rejects.toBeInstanceOf(StorageFullError)
    expect(await leftovers()).toEqual([])
  })

  test('a cancelled check leaves no files', async () => {
    const bundle = bundleOf(sample.write('a', '12').commit())
    const controller = new AbortController()
    const run: RunUntrusted = (argv, io) => {
      controller.abort(new Error('the caller is gone'))
      return runDirectly(argv, io)
    }
    await expect(inspect({ ...bundle, run, signal: controller.signal })).rejects.toThrow('the caller is gone')
    expect(await leftovers()).toEqual([])
  })
})

test('a sweep removes the quarantines of dead processes', async () => {
  const inspected = await inspect(bundleOf(sample.write('a', '12').commit()))
  expect(inspected.ok).toBe(true)
  await world.repositories.sweep({ olderThanMs: 60_000 })
  expect(readdirSync(dataFolder('quarantine'))).toHaveLength(1)
  await world.repositories.sweep({ olderThanMs: 0 })
  expect(readdirSync(dataFolder('quarantine'))).toEqual([])
})
