import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { Sample } from '../../../testing/repositories/samples.ts'
import { findRepository, type FoundRepository } from './find-repository.ts'
import { readLink, writeLink } from './link.ts'
import { reasonForName } from '../../../execution/repositories/index.ts'
import { findProtectedFiles } from './protected-files.ts'
import { openView, readStatus, trackedPaths } from './view.ts'

const all = await realpath(await mkdtemp(join(tmpdir(), 'cli-repository-')))
afterAll(() => rm(all, { recursive: true, force: true }))

const { signal } = new AbortController()
let count = 0
let folder: string
let sample: Sample
beforeEach(async () => {
  folder = join(all, String((count += 1)))
  await mkdir(folder)
  sample = new Sample(join(folder, 'work'))
})

const found = async (path = sample.path): Promise<FoundRepository> => (await findRepository(path))!
const view = async (path = sample.path) => openView(await found(path), folder, signal)

describe('finding a repository', () => {
  test('maps a folder in a work tree to its repository', async () => {
    sample.write('a/b/c', 'x').commit()
    const gitDir = join(sample.path, '.git')
    expect(await findRepository(join(sample.path, 'a', 'b'))).toEqual({
      gitDir,
      commonDir: gitDir,
      workTree: sample.path,
    })
  })

  test('a linked work tree has its own HEAD and the shared branches', async () => {
    sample.write('a', 'x').commit()
    sample.git('worktree', 'add', '--quiet', '-b', 'side', join(folder, 'linked'))
    expect(await findRepository(join(folder, 'linked'))).toEqual({
      gitDir: join(sample.path, '.git', 'worktrees', 'linked'),
      commonDir: join(sample.path, '.git'),
      workTree: join(folder, 'linked'),
    })
  })

  test('reports a bare repository without a work tree', async () => {
    sample.write('a', 'x').commit()
    sample.git('clone', '--quiet', '--bare', '.', join(folder, 'bare.git'))
    expect(await findRepository(join(folder, 'bare.git'))).toMatchObject({ workTree: undefined })
  })

  test('reports a folder without a repository', async () => {
    await mkdir(join(folder, 'plain', '.git'), { recursive: true })
    expect(await findRepository(join(folder, 'plain'))).toBeUndefined()
  })

  test('stores the project of a folder only in its git folder', async () => {
    sample.write('a', 'x').commit()
    const link = { url: 'http://127.0.0.1:4310', projectId: 'p', name: 'Shop' }
    expect(await readLink(await found())).toBeUndefined()
    await writeLink(await found(), link)
    expect([await readLink(await found()), sample.git('status', '--porcelain')]).toEqual([link, ''])
    await writeFile(join(sample.path, '.git', 'atelier.json'), 'null')
    expect(await readLink(await found())).toBeUndefined()
  })
})

test('a clone that was partial is taken once it has every object', async () => {
  sample.write('a', 'x').commit()
  sample.git('repack', '--quiet', '-a', '-d')
  const packs = join(sample.path, '.git', 'objects', 'pack')
  const pack = (await readdir(packs)).find((name) => name.endsWith('.pack'))!
  await writeFile(join(packs, pack.replace('.pack', '.promisor')), '')
  expect([...(await view()).branches.keys()]).toEqual(['main'])
})

describe('a refused repository', () => {
  test('has no commit', async () => {
    await expect(view()).rejects.toMatchObject({ code: 'empty' })
  })

  test('is a shallow clone', async () => {
    sample.write('a', '1').commit()
    sample.write('a', '2').commit()
    sample.git('clone', '--quiet', '--depth=1', `file://${sample.path}`, join(folder, 'shallow'))
    await expect(view(join(folder, 'shallow'))).rejects.toMatchObject({ code: 'shallow' })
  })

  test.runIf(isLong)('is a partial clone', async () => {
    sample.write('a', 'old').commit()
    sample.write('a', 'new').commit()
    sample.git('config', 'uploadpack.allowFilter', 'true')
    sample.git('clone', '--quiet', '--filter=blob:none', `file://${sample.path}`, join(folder, 'partial'))
    await expect(view(join(folder, 'partial'))).rejects.toMatchObject({
      code: 'partial',
      message: expect.stringMatching(/pack-[0-9a-f]{40}\.promisor says/),
    })
  })

  test('has SHA-256 names', async () => {
    sample.git('init', '--quiet', '--object-format=sha256', join(folder, 'sha256'))
    const other = new Sample(join(folder, 'sha256'))
    other.write('a', '1').commit()
    await expect(view(other.path)).rejects.toMatchObject({ code: 'object_format' })
  })

  test('has a branch that points to a missing object', async () => {
    sample.write('a', '1').commit()
    await writeFile(join(sample.path, '.git', 'refs', 'heads', 'broken'), `${'1'.repeat(40)}\n`)
    await expect(view()).rejects.toMatchObject({ code: 'damaged' })
  })
})

test.runIf(isLong)('a view has the branches, tags and HEAD of the repository', async () => {
  const first = sample.write('a', '1').commit()
  sample.git('tag', 'v1')
  sample.git('switch', '--quiet', '--create', 'side')
  const second = sample.write('a', '2').commit()
  expect(await view()).toMatchObject({
    headSha: second,
    headBranch: 'side',
    branches: new Map([
      ['main', first],
      ['side', second],
    ]),
  })
})

test('changed, new and removed files are reported, and ignored ones are not', async () => {
  sample.write('.gitignore', 'ignored\n').write('changed', '1').write('removed', '1').commit()
  sample.write('changed', '2').write('ignored', 'x').write('new', 'x')
  await rm(join(sample.path, 'removed'))
  expect(await readStatus(await found(), await view(), signal)).toEqual([' M changed', ' D removed', '?? new'])
})

test.runIf(isLong)('a clean work tree is reported as clean, also with converted line ends', async () => {
  sample.write('.gitattributes', '* text=auto eol=crlf\n').write('a', 'one\r\ntwo\r\n').commit()
  await writeFile(join(sample.path, 'a'), 'one\r\ntwo\r\n')
  expect(await readStatus(await found(), await view(), signal)).toEqual([])
})

test.runIf(isLong)('reading a repository runs none of its programs and changes nothing', async () => {
  const canary = join(folder, 'canary')
  sample.write('.gitattributes', '* filter=evil\n').write('a', '1').commit()
  for (const [key, value] of [
    ['filter.evil.clean', `touch ${canary}; cat`],
    ['core.fsmonitor', `touch ${canary}`],
    ['core.sshCommand', `touch ${canary}`],
  ]) {
    sample.git('config', key!, value!)
  }
  for (const hook of ['reference-transaction', 'post-index-change', 'post-checkout']) {
    await mkdir(join(sample.path, '.git', 'hooks'), { recursive: true })
    await writeFile(join(sample.path, '.git', 'hooks', hook), `#!/bin/sh\ntouch ${canary}\n`)
    await chmod(join(sample.path, '.git', 'hooks', hook), 0o755)
  }
  await writeFile(join(sample.path, 'a'), '2')
  const before = await readFile(join(sample.path, '.git', 'index'))
  const opened = await view()
  await readStatus(await found(), opened, signal)
  await trackedPaths(await found(), opened, signal)
  expect(existsSync(canary)).toBe(false)
  expect(await readFile(join(sample.path, '.git', 'index'))).toEqual(before)
  // The same question in git's own words runs it.
  sample.git('status')
  expect(existsSync(canary)).toBe(true)
})

describe('protected files', () => {
  test.each([
    ['.env', 'environment file'],
    ['.env.production', 'environment file'],
    ['staging.env', 'environment file'],
    ['.envrc', 'environment file'],
    ['id_ed25519', 'private key'],
    ['server.pem', 'private key'],
    ['release.keystore', 'key store'],
    ['.netrc', 'credentials file'],
    ['service-account-prod.json', 'credentials file'],
    ['prod.tfvars', 'infrastructure variables'],
    ['.env.example', undefined],
    ['.env.sample', undefined],
    ['.env.defaults', undefined],
    ['environment.ts', undefined],
    ['keyboard.js', undefined],
    ['secrets.md', undefined],
  ])('%s: %s', (name, reason) => expect(reasonForName(name)).toBe(reason))

  test.runIf(isLong)('are untracked files at any place except in package folders and links', async () => {
    sample.write('.gitignore', '.env\n').write('tracked.env', 'A=1').commit()
    sample.write('.env', 'A=1').write('deep/er/.env.local', 'B=2').write('node_modules/x/.env', 'C=3')
    sample.write('public.pem', '-----BEGIN CERTIFICATE-----').write('private.pem', '-----BEGIN EC PRIVATE KEY-----')
    sample.write('inner/.git/HEAD', 'x').write('inner/.env', 'D=4')
    await symlink('/etc/passwd', join(sample.path, 'linked.env'))
    await chmod(join(sample.path, '.env'), 0o600)
    await chmod(join(sample.path, 'private.pem'), 0o644)
    const files = await findProtectedFiles(sample.path, await trackedPaths(await found(), await view(), signal), signal)
    expect(files.map(({ path, reason, mode }) => [path, reason, mode])).toEqual([
      ['.env', 'environment file', '100600'],
      ['deep/er/.env.local', 'environment file', '100644'],
      ['private.pem', 'private key', '100644'],
    ])
    expect(Buffer.from(files[0]!.contentBase64, 'base64').toString()).toBe('A=1')
  })
})
