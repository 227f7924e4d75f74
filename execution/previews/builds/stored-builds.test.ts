import { chmod, mkdtemp, readFile, readlink, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { openDiskStore } from '../../../platform/storage/index.ts'
import { afterTest } from '../../../testing/after-test.ts'
import {
  filesVersion,
  openTestPreviews,
  servePreviews,
  testVersion,
} from '../../../testing/deployments/preview-programs.ts'
import { openStoredBuilds } from './stored-builds.ts'

const root = await mkdtemp(join(tmpdir(), 'atelier-test-'))
afterTest(() => rm(root, { recursive: true, force: true }))
const objects = await openDiskStore(join(root, 'objects'))
const key = (name: string) => `builds/p/${name}/1.tar.zst`

/** A build on one machine, and its place on another. */
const built = async (name: string) => {
  const { build } = await filesVersion(name, { 'index.html': 'a page', 'bin/run': '#!/bin/sh\n' })
  const files = join(build.folder, 'files')
  await writeFile(join(build.folder, 'build.json'), '{}')
  await chmod(join(files, 'bin/run'), 0o750)
  await symlink('index.html', join(files, 'link'))
  const object = await openStoredBuilds(objects).store({ ...build, sizeBytes: 100 }, key(name))
  return { build, object, elsewhere: { ...build, sizeBytes: 100, object, folder: join(root, 'machine', name) } }
}

test('a stored build comes back whole on another machine, by one fetch for all callers', async () => {
  const { elsewhere } = await built('whole')
  let opened = 0
  const counted = { ...objects, open: (...of: Parameters<typeof objects.open>) => ((opened += 1), objects.open(...of)) }
  const { prepare } = openStoredBuilds(counted)
  await Promise.all([prepare(elsewhere), prepare(elsewhere), prepare(elsewhere)])
  await prepare(elsewhere)
  expect(opened).toBe(1)
  const files = join(elsewhere.folder, 'files')
  expect(await readFile(join(files, 'index.html'), 'utf8')).toBe('a page')
  expect((await stat(join(files, 'bin/run'))).mode & 0o777).toBe(0o750)
  expect(await readlink(join(files, 'link'))).toBe('index.html')
})

test('a build whose object is altered, cut or gone is refused with a sentence, and leaves no folder', async () => {
  const { prepare } = openStoredBuilds(objects)
  const other = await built('other')
  const altered = await built('altered')
  const put = (bytes: Buffer) => objects.put(key('altered'), Readable.from([bytes]), { maxBytes: bytes.length })
  const bytes = await readFile(join(root, 'objects', key('altered')))
  await put(await readFile(join(root, 'objects', key('other'))))
  await expect(
    prepare({ ...altered.elsewhere, object: { ...altered.object, sha256: '0'.repeat(64) } }),
  ).rejects.toThrow('were altered')
  await put(bytes.subarray(0, bytes.length / 2))
  await expect(prepare(altered.elsewhere)).rejects.toThrow('could not be unpacked')
  await objects.remove(key('altered'))
  await expect(prepare(altered.elsewhere)).rejects.toThrow('are gone. Deploy its commit again.')
  await expect(prepare({ ...other.elsewhere, object: undefined })).rejects.toThrow('are gone')
  await expect(stat(altered.elsewhere.folder)).rejects.toThrow('ENOENT')
})

test('a site is served from a build that was fetched, and is down while it cannot be', async () => {
  const { elsewhere } = await built('site')
  const stored = openStoredBuilds(objects)
  let isDown = true
  const prepare = () => (isDown ? Promise.reject(new Error('away')) : stored.prepare(elsewhere))
  const version = testVersion('site', { build: { ...elsewhere, kind: 'static', start: null }, prepare })
  const previews = openTestPreviews(() => Promise.reject(new Error('A site of files has no program')))
  const { ask } = await servePreviews(previews, () => ({ kind: 'version', site: version.id, version }))
  expect(await ask('site.preview.localhost', '/')).toMatchObject({
    status: 503,
    text: expect.stringContaining('cannot be fetched') as string,
  })
  isDown = false
  expect(await ask('site.preview.localhost', '/')).toMatchObject({ status: 200, text: 'a page' })
})

test('a build with a large hole is stored without it, and a build that is larger than declared is not stored', async () => {
  const { build } = await built('large')
  const file = join(build.folder, 'files', 'hole')
  await writeFile(file, '')
  await truncate(file, 2 ** 40)
  const stored = await openStoredBuilds(objects).store({ ...build, sizeBytes: 100 }, key('hole'))
  expect(stored.sizeBytes).toBeLessThan(10_000)
  const far = { ...build, sizeBytes: -32 * 2 ** 20 }
  await expect(openStoredBuilds(objects).store(far, key('far'))).rejects.toThrow()
  expect(await objects.has(key('far'))).toBe(false)
})
