import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { storedRefs } from '../refs.ts'
import {
  type TestRepositories,
  importBundle,
  importSample,
  openTestRepositories,
  plainGit,
  richSample,
  runDirectly,
  Sample,
} from '../../../testing/repositories/samples.ts'

let world: TestRepositories
beforeEach(async () => (world = await openTestRepositories()))
afterEach(() => world.end())

/** Everything that a repository holds: refs, and each reachable object with its bytes' hash. */
const contentOf = (path: string) => {
  const refs = plainGit(path, ['for-each-ref', '--format=%(refname) %(objectname)'])
  const objects = plainGit(path, ['rev-list', '--objects', '--no-object-names', '--all']).split('\n').sort()
  const bodies = plainGit(path, ['cat-file', '--batch'], `${objects.join('\n')}\n`)
  return { refs, objects, bodies: createHash('sha256').update(bodies, 'latin1').digest('hex') }
}

const export_ = async (id: string, branch = 'main') => {
  const refs = await storedRefs(world.gitDirOf(id))
  const { sha } = refs.find(({ name }) => name === `refs/heads/${branch}`)!
  const bytes = await buffer(world.repositories.bundle(id, { refs: [{ name: 'HEAD', sha }, ...refs] }))
  const path = join(world.folder, `${id}.out.bundle`)
  await writeFile(path, bytes)
  return { bytes, path }
}

test('a repository with unusual content survives a round trip, object for object', async () => {
  const { sample } = richSample(join(world.folder, 'rich'))
  await importSample(world, 'rich', sample)
  const { path } = await export_('rich')
  plainGit(world.folder, ['clone', '--quiet', '--mirror', path, 'back'])
  expect(contentOf(join(world.folder, 'back'))).toEqual(contentOf(sample.path))
})

test.runIf(isLong)('a real repository survives a round trip, with the same bytes each time', async () => {
  const commitSha = 'abe2b88f3c994263ae92c6453c71c6c2c4d71e0b'
  const bundlePath = join(import.meta.dirname, '../../../testing/repositories/fixtures/tinyqueue.bundle')
  const before = await readFile(bundlePath)
  await importBundle(world.repositories, 'tinyqueue', { bundlePath, commitSha, branch: 'main', run: runDirectly })
  const { bytes, path } = await export_('tinyqueue')
  for (const [name, from] of [
    ['given', bundlePath],
    ['back', path],
  ] as const) {
    plainGit(world.folder, ['clone', '--quiet', '--mirror', from, name])
  }
  expect(contentOf(join(world.folder, 'back'))).toEqual(contentOf(join(world.folder, 'given')))
  expect((await export_('tinyqueue')).bytes.equals(bytes)).toBe(true)
  expect(readFileSync(bundlePath).equals(before)).toBe(true)
})

test.runIf(isLong)('a clone of an exported bundle is on the default branch', async () => {
  const sample = new Sample(join(world.folder, 'sample'))
  sample.write('a', 'a').commit()
  sample.git('branch', 'other')
  sample.write('a', 'b').commit()
  await importSample(world, 'sample', sample)
  const { path } = await export_('sample', 'other')
  plainGit(world.folder, ['clone', '--quiet', path, 'clone'])
  expect(plainGit(join(world.folder, 'clone'), ['branch', '--show-current'])).toBe('other')
})

test.runIf(isLong)('only branches and tags are exported', async () => {
  const sample = new Sample(join(world.folder, 'sample'))
  const first = sample.write('a', 'a').commit()
  sample.git('update-ref', 'refs/remotes/origin/main', first)
  sample.git('notes', 'add', '--message', 'a note')
  await importSample(world, 'sample', sample)
  const { path } = await export_('sample')
  expect(plainGit(world.folder, ['ls-remote', path])).toBe(`${first}\trefs/heads/main\n${first}\tHEAD`)
})

test.runIf(isLong)(
  'only the given refs are sent, and a missing commit fails the stream before its first byte',
  async () => {
    const sample = new Sample(join(world.folder, 'sample'))
    const first = sample.write('a', 'a').commit()
    sample.write('a', 'b').commit()
    await importSample(world, 'sample', sample)
    const bundleAt = (name: string, sha: string) => world.repositories.bundle('sample', { refs: [{ name, sha }] })
    writeFileSync(join(world.folder, 'other.bundle'), await buffer(bundleAt('refs/heads/other', first)))
    expect(plainGit(world.folder, ['ls-remote', 'other.bundle'])).toBe(`${first}\trefs/heads/other`)
    const missing = bundleAt('refs/heads/other', 'a'.repeat(40))
    await expect(once(missing, 'readable')).rejects.toThrow('git')
    await expect(buffer(bundleAt('--all', first))).rejects.toThrow('not the full name')
  },
)

test.runIf(isLong)('a reader that leaves ends git', async () => {
  const sample = new Sample(join(world.folder, 'sample'))
  sample.write('a', Buffer.from(Array.from({ length: 3_000_000 }, () => Math.floor(Math.random() * 256)))).commit()
  await importSample(world, 'sample', sample)
  const refs = await storedRefs(world.gitDirOf('sample'))
  const stream = world.repositories.bundle('sample', { refs })
  for await (const chunk of stream) {
    expect(chunk).toBeInstanceOf(Buffer)
    break
  }
  expect(stream.destroyed).toBe(true)
})
