import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { largeFileBytes } from '../worktrees/file-rules.ts'
import { HistoryTooLargeError, scanHistory } from '../commits/history.ts'
import { manifestOf } from './manifest.ts'
import {
  type TestRepositories,
  importBundle,
  importSample,
  openTestRepositories,
  richSample,
  runDirectly,
  Sample,
} from '../../../testing/repositories/samples.ts'

// In pieces, so that this file itself holds no secret.
const stripe = ['sk', 'live', '4eC39HqLyjWDarjtT1zdp7dcKq'].join('_')
const github = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_')

let world: TestRepositories
let sample: Sample
let gitDir: string

beforeEach(async () => {
  world = await openTestRepositories()
  sample = new Sample(join(world.folder, 'sample'))
  gitDir = join(sample.path, '.git')
})
afterEach(() => world.end())

describe('a manifest', () => {
  test.runIf(isLong)('lists files by the bytes of their paths, with modes, sizes and objects', async () => {
    const { sample: rich, commitSha } = richSample(join(world.folder, 'rich'))
    const { manifest } = await manifestOf(join(rich.path, '.git'), commitSha)
    const bytes = manifest.files.map(({ path, pathBase64 }) =>
      path === undefined ? Buffer.from(pathBase64, 'base64') : Buffer.from(path),
    )
    expect(bytes).toEqual([...bytes].sort((a, b) => Buffer.compare(a, b)))
    const byPath = new Map(manifest.files.map((file) => [file.path ?? file.pathBase64, file]))
    expect(byPath.get('run.sh')).toMatchObject({ mode: '100755', size: 19 })
    expect(byPath.get('link')).toMatchObject({ mode: '120000', size: 9 })
    expect(byPath.get('empty')).toMatchObject({ size: 0, blobSha: 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391' })
    expect(byPath.get(Buffer.from('latin-\xe9.txt', 'latin1').toString('base64'))).toMatchObject({ size: 5 })
    expect(byPath.get('déjà/vu – ünïcode.txt')).toBeDefined()
    expect(manifest.findings).toEqual([])
  })

  test('is canonical: sorted keys, no spaces, and the hash of those bytes', async () => {
    const commitSha = sample.write('b', 'b').write('a', 'a').commit()
    const options = {
      protected: [
        { reason: 'settings', path: 'z.env' },
        { path: '.env', reason: 'environment' },
      ],
    }
    const { canonical, manifestSha256, manifest } = await manifestOf(gitDir, commitSha, options)
    expect(canonical).toBe(
      `{"commitSha":"${commitSha}","files":[` +
        `{"blobSha":"2e65efe2a145dda7ee51d1741299f848e5bf752e","mode":"100644","path":"a","size":1},` +
        `{"blobSha":"63d8dbd40c23542e740659a7168a0ce3138ea748","mode":"100644","path":"b","size":1}],` +
        `"findings":[],"protected":[{"path":".env","reason":"environment"},{"path":"z.env","reason":"settings"}],"version":1}`,
    )
    expect(manifestSha256).toBe(createHash('sha256').update(canonical).digest('hex'))
    expect(JSON.parse(canonical)).toEqual(manifest)
  })

  test('lists submodules without a size', async () => {
    const commitSha = sample.commitTree(sample.tree(['160000', 'lib', 'c'.repeat(40)]))
    const { manifest } = await manifestOf(gitDir, commitSha)
    expect(manifest.files).toEqual([{ path: 'lib', mode: '160000', size: null, blobSha: 'c'.repeat(40) }])
  })

  test.runIf(isLong)(
    'of a real repository has no finding, and is the same after a round trip through a bundle',
    async () => {
      const commitSha = 'abe2b88f3c994263ae92c6453c71c6c2c4d71e0b'
      const bundlePath = join(import.meta.dirname, '../../../testing/repositories/fixtures/tinyqueue.bundle')
      const bundle = { bundlePath, commitSha, branch: 'main', run: runDirectly }
      const inspected = await world.repositories.inspectBundle(bundle)
      if (!inspected.ok) throw new Error(JSON.stringify(inspected.rejected))
      const before = await manifestOf(inspected.quarantine.gitDir, commitSha)
      await world.repositories.discard(inspected.quarantine)
      await importBundle(world.repositories, 'tinyqueue', bundle)
      const after = await world.repositories.manifestOf('tinyqueue', commitSha)
      expect(after.manifestSha256).toBe(before.manifestSha256)
      expect(after.manifest.findings).toEqual([])
      expect(after.manifest.files).toHaveLength(11)
    },
  )

  test.runIf(isLong)('made again with the findings of another manifest is equal, and scans nothing', async () => {
    const commitSha = sample.write('a.txt', github).commit()
    const made = await manifestOf(gitDir, commitSha)
    const again = await manifestOf(gitDir, commitSha, { findings: made.manifest.findings, timeoutMs: 0 })
    expect(again.manifestSha256).toBe(made.manifestSha256)
  })

  test('holds no part of a secret; its findings show the end of a secret', async () => {
    const commitSha = sample.write('a.txt', github).commit()
    const { canonical, findings } = await manifestOf(gitDir, commitSha)
    expect(findings.map(({ masked }) => masked)).toEqual(['••••INUx'])
    expect(canonical).not.toContain('INUx')
    expect(canonical).toContain(`"findings":[{"commitSha":"${commitSha}","line":1,"path":"a.txt","rule":"github"}]`)
  })

  test.runIf(isLong)('changes with one byte anywhere', async () => {
    const first = sample.write('a', 'a').commit()
    const second = sample.write('a', 'b').commit()
    const hashes = await Promise.all([first, second].map(async (sha) => (await manifestOf(gitDir, sha)).manifestSha256))
    expect(new Set(hashes).size).toBe(2)
  })
})

describe('the scan of a history', () => {
  test('finds a removed secret in the commit that added it', async () => {
    sample.write('fine', 'x').commit()
    const leak = sample.write('config/pay.ts', `// one\n// two\nexport const key = '${stripe}'\n`).commit()
    sample.write('config/pay.ts', `// moved\n\n\n// two\nexport const key = '${stripe}'\n`).commit()
    const head = sample.write('config/pay.ts', 'export const key = process.env.KEY\n').commit()
    const found = await scanHistory(gitDir, head)
    expect(found).toMatchObject([
      { path: 'config/pay.ts', rule: 'stripe', commitSha: leak, line: 3 },
      { path: 'config/pay.ts', rule: 'stripe', line: 5 },
    ])
    expect(JSON.stringify(found)).not.toContain(stripe)
  })

  test('finds files with credentials, large ones, pointers to Git LFS and submodules, removed or not', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345\n`
    const pem = ['-----BEGIN', 'EC PRIVATE KEY-----'].join(' ')
    sample.write('api/.env', 'A=1\n').write('film.mp4', pointer).write('keys/server.pem', 'a certificate')
    sample
      .write('ca/server.pem', `${pem}\n`)
      .write('store.p12', Buffer.from([0, 1, 2]))
      .write('.env.example', 'A=\n')
    const large = Buffer.concat([Buffer.alloc(largeFileBytes + 1), Buffer.from(github)])
    sample.write('large.bin', large).write('almost.bin', Buffer.alloc(1024))
    const first = sample.commit()
    sample.git('rm', '--quiet', '-r', 'api', 'film.mp4', 'ca', 'large.bin')
    const second = sample.commit()
    sample.git('update-index', '--add', '--cacheinfo', `160000,${'c'.repeat(40)},lib`)
    sample.git('commit', '--quiet', '--message', 'Submodule')
    const head = sample.git('rev-parse', 'HEAD')
    const { findings } = await manifestOf(gitDir, head)
    expect(findings).toEqual([
      { path: 'api/.env', rule: 'protected-file', commitSha: first, line: 1, masked: '', status: 'past' },
      { path: 'ca/server.pem', rule: 'protected-file', commitSha: first, line: 1, masked: '', status: 'past' },
      { path: 'film.mp4', rule: 'lfs-pointer', commitSha: first, line: 1, masked: '', status: 'past' },
      { path: 'large.bin', rule: 'large-file', commitSha: first, line: 1, masked: '', status: 'past' },
      { path: 'large.bin', rule: 'github', commitSha: first, line: 1, masked: '••••INUx', status: 'past' },
      { path: 'lib', rule: 'submodule', commitSha: head, line: 1, masked: '', status: 'current' },
      { path: 'store.p12', rule: 'protected-file', commitSha: first, line: 1, masked: '', status: 'current' },
    ])
    expect(second).not.toBe(head)
  })

  test('shows whether a finding is in the newest tree, only in older commits, or in an example', async () => {
    sample.write('lib/use.ts', `x('${stripe}')\n`).write('old.ts', `y('${stripe}')\n`).commit()
    const basic = ['https', '://jane:fj39Xk2pQ0z', '@shop.acme.io'].join('')
    sample.write('test/use.ts', `x('${basic}')\n`).write('test/key.ts', `x('${stripe}')\n`)
    sample.git('rm', '--quiet', 'old.ts')
    const { findings } = await manifestOf(gitDir, sample.commit())
    expect(findings.map(({ path, rule, status }) => [path, rule, status])).toEqual([
      ['lib/use.ts', 'stripe', 'current'],
      ['old.ts', 'stripe', 'past'],
      ['test/key.ts', 'stripe', 'current'],
      ['test/use.ts', 'basicauth', 'example'],
    ])
  })

  test('names each path of a blob, and each once', async () => {
    const first = sample.write('a.txt', github).commit()
    const second = sample.write('b.txt', github).commit()
    sample.git('rm', '--quiet', 'a.txt')
    sample.commit()
    const head = sample.write('a.txt', github).commit()
    expect(await scanHistory(gitDir, head)).toEqual([
      { path: 'a.txt', rule: 'github', commitSha: first, line: 1, masked: '••••INUx', status: 'current' },
      { path: 'b.txt', rule: 'github', commitSha: second, line: 1, masked: '••••INUx', status: 'current' },
    ])
  })

  test.runIf(isLong)("follows both sides of a merge and the merge's own changes", async () => {
    sample.write('fine', 'x').commit()
    sample.git('checkout', '--quiet', '-b', 'side')
    const side = sample.write('side.txt', github).commit()
    sample.git('checkout', '--quiet', 'main')
    sample.write('main.txt', 'main').commit()
    sample.git('merge', '--quiet', '--no-ff', '--no-commit', 'side')
    const merge = sample.write('evil.txt', github).commit()
    const found = await scanHistory(gitDir, merge)
    expect(found.map(({ path, commitSha }) => [path, commitSha])).toEqual([
      ['side.txt', side],
      ['evil.txt', merge],
    ])
  })

  test.runIf(isLong)('reads only objects that the commit reaches', async () => {
    const head = sample.write('now', 'x').commit()
    sample.write('later', github).commit()
    expect(await scanHistory(gitDir, head)).toEqual([])
  })

  test('reads unusual names and names that are not UTF-8', async () => {
    const name = Buffer.from('caf\xe9', 'latin1')
    const head = sample.write(name, github).write(':odd\nname', github).commit()
    expect(await scanHistory(gitDir, head)).toMatchObject([
      { path: ':odd\nname', rule: 'github' },
      { pathBase64: name.toString('base64'), rule: 'github' },
    ])
  })

  test('fails when it takes too long or is cancelled', async () => {
    const head = sample.write('a', 'a').commit()
    await expect(scanHistory(gitDir, head, { timeoutMs: 1 })).rejects.toThrow('Looking for secrets took longer')
    const signal = AbortSignal.abort(new Error('the caller is gone'))
    await expect(scanHistory(gitDir, head, { signal })).rejects.toThrow('the caller is gone')
  })

  test('refuses a history that would be read too often, by its bytes and names', async () => {
    const head = sample.write('a', '1234567890').write('b', '1234567890').write('c', '1234567890').commit()
    await expect(scanHistory(gitDir, head, { readMaxBytes: 29 })).rejects.toBeInstanceOf(HistoryTooLargeError)
    expect(await scanHistory(gitDir, head, { readMaxBytes: 30 })).toEqual([])
  })

  test('ignores comments that ask to skip a finding', async () => {
    const head = sample
      .write('a.js', `// secretlint-disable\nconst a = '${github}' // secretlint-disable-line\n`)
      .commit()
    expect(await scanHistory(gitDir, head)).toMatchObject([{ path: 'a.js', line: 2 }])
  })

  test('is the same from a repository and from its import', async () => {
    sample.write('a', github).commit()
    const head = await importSample(world, 'one', sample)
    expect(await scanHistory(world.gitDirOf('one'), head)).toEqual(await scanHistory(gitDir, head))
  })
})
