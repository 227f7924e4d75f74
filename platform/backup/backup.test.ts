import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, unlink, writeFile } from 'node:fs/promises'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { faultOfPath, formatSums, parseSums } from './backup-paths.ts'
import { BackupRefusal, openBackupWriter, readBackup, restoreSection, verifyBackup } from './index.ts'

const root = await mkdtemp(join(tmpdir(), 'atelier-test-'))
afterAll(() => rm(root, { recursive: true, force: true }))
const { signal } = new AbortController()

const about = {
  atelier: '1.2.3',
  createdAt: '2026-01-02T03:04:05.678Z',
  database: { kind: 'dump', postgres: '18', schema: '0001_foundation.sql' },
} as const
const kept = { 'a.git/HEAD': 'ref: refs/heads/main\n', 'a.git/objects/01/23': 'blob', 'b.git/HEAD': 'x' }

let source: string
let place: string
let made = 0
beforeEach(async () => {
  made += 1
  source = join(root, `source-${made}`)
  place = join(root, `backup-${made}`)
  for (const [path, text] of Object.entries(kept)) {
    await mkdir(dirname(join(source, path)), { recursive: true })
    await writeFile(join(source, path), text)
  }
  await mkdir(join(source, 'a.git', 'refs'))
})

const makeBackup = async () => {
  const writer = await openBackupWriter(place, signal)
  try {
    expect(await writer.tree(source, 'repositories')).toBe(0)
    expect(await writer.tree(join(source, 'a.git', 'refs'), 'objects')).toBe(0)
    await writer.text('database/dump', 'rows')
    await writer.finish(about)
  } finally {
    await writer.discard()
  }
}
const refusalOf = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => undefined,
    (cause: unknown) => cause,
  )
  expect(error).toBeInstanceOf(BackupRefusal)
  return (error as Error).message
}
const check = async () => verifyBackup(await readBackup(place), signal)
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

describe('a backup', () => {
  test('comes back as it was, closed to others, and sha256sum agrees with its list', async () => {
    await chmod(join(source, 'b.git', 'HEAD'), 0o777)
    await makeBackup()
    await check()
    expect(execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: place }).toString()).toBe('')
    const found = await readBackup(place)
    expect(found.description).toMatchObject({
      ...about,
      files: 4,
      emptyFolders: ['objects', 'repositories/a.git/refs'],
    })
    const target = join(root, `target-${made}`)
    await restoreSection(found, 'repositories', target, signal)
    for (const [path, text] of Object.entries(kept)) expect(await readFile(join(target, path), 'utf8')).toBe(text)
    expect(await readdir(join(target, 'a.git', 'refs'))).toEqual([])
    expect(await modeOf(join(target, 'b.git', 'HEAD'))).toBe('600')
    expect(await modeOf(place)).toBe('700')
    expect(await modeOf(join(place, 'database', 'dump'))).toBe('600')
  })

  test('is not there until it is whole, and leaves nothing when it is abandoned', async () => {
    const stop = new AbortController()
    const writer = await openBackupWriter(place, stop.signal)
    await writer.tree(source, 'repositories')
    expect((await readdir(root)).filter((name) => name.startsWith(`backup-${made}`))).toHaveLength(1)
    await expect(stat(place)).rejects.toThrow('ENOENT')
    stop.abort(new Error('enough'))
    await expect(writer.finish(about)).rejects.toThrow('enough')
    await writer.discard()
    expect((await readdir(root)).filter((name) => name.startsWith(`backup-${made}`))).toEqual([])
  })

  test('never goes where something is, and never follows a link', async () => {
    await makeBackup()
    expect(await refusalOf(openBackupWriter(place, signal))).toContain('already exists')
    await symlink('/etc/passwd', join(source, 'a.git', 'passwd'))
    for (let each = 0; each < 200; each += 1) await writeFile(join(source, 'a.git', `file-${each}`), 'content')
    const writer = await openBackupWriter(`${place}-2`, signal)
    expect(await refusalOf(writer.tree(source, 'repositories'))).toContain('passwd is neither a file nor a folder')
    await writer.discard()
    await sleep(100)
    expect((await readdir(dirname(place))).filter((name) => name.includes('incomplete'))).toEqual([])
  })
})

describe('a backup that was changed is refused', () => {
  const rewriteList = async (change: (text: string) => string) => {
    const list = join(place, 'SHA256SUMS')
    await writeFile(list, change(await readFile(list, 'utf8')))
    const text = await readFile(join(place, 'backup.json'), 'utf8')
    const [sum] = execFileSync('sha256sum', [list]).toString().split(' ')
    await writeFile(join(place, 'backup.json'), text.replace(/"sumsSha256": "[0-9a-f]+"/, `"sumsSha256": "${sum!}"`))
  }
  const blob = 'repositories/a.git/objects/01/23'

  test.each<[string, () => Promise<unknown>, string]>([
    ['a changed byte', () => writeFile(join(place, blob), 'bl0b'), `${blob} is not what it was`],
    ['a missing file', () => unlink(join(place, blob)), `${blob} is missing.`],
    ['a file too many', () => writeFile(join(place, 'database', 'x.signal'), ''), 'x.signal is not in the list'],
    [
      'a link in the place of a file',
      async () => (await unlink(join(place, blob)), symlink('/etc/passwd', join(place, blob))),
      `${blob} is neither a file nor a folder.`,
    ],
    [
      'a link in the place of a folder',
      async () => (
        await rm(join(place, 'repositories', 'a.git'), { recursive: true }),
        symlink(join(source, 'a.git'), join(place, 'repositories', 'a.git'))
      ),
      'repositories/a.git is neither a file nor a folder.',
    ],
    ['a changed list', () => writeFile(join(place, 'SHA256SUMS'), ''), 'is not the list that this backup was made'],
    [
      'a path that leads out',
      () => rewriteList((text) => text.replace(blob, 'repositories/../../../escaped')),
      'leads out of the backup',
    ],
    ['an absolute path', () => rewriteList((text) => text.replace(blob, '/etc/cron.d/x')), 'leads out of the backup'],
    ['a path beside the sections', () => rewriteList((text) => text.replace(blob, 'keys/x')), 'is no part of a backup'],
    ['a path twice', () => rewriteList((text) => text + text), 'is listed twice'],
    ['a list that is cut off', () => rewriteList((text) => text.slice(0, -1)), 'is cut off'],
    ['no description', () => unlink(join(place, 'backup.json')), 'it has no backup.json'],
    ['another format', () => writeFile(join(place, 'backup.json'), '{"format":2}'), 'that this Atelier can read'],
    ['no JSON', () => writeFile(join(place, 'backup.json'), '{'), 'that this Atelier can read'],
    [
      'a folder that leads out',
      async () => {
        const path = join(place, 'backup.json')
        await writeFile(path, (await readFile(path, 'utf8')).replace('repositories/a.git/refs', 'objects/../../out'))
      },
      'is no folder of it',
    ],
  ])('for %s', async (_what, change, sentence) => {
    await makeBackup()
    await change()
    expect(await refusalOf(check())).toContain(sentence)
  })

  test('while it is restored, if a byte changes after the check', async () => {
    await makeBackup()
    const found = await readBackup(place)
    await writeFile(join(place, blob), 'bl0b')
    const target = join(root, `target-${made}`)
    expect(await refusalOf(restoreSection(found, 'repositories', target, signal))).toContain('is not what it was')
  })
})

test('a list of any acceptable paths is read as it was written', () => {
  const part = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }).filter((text) => !text.includes('/'))
  const path = fc
    .tuple(fc.constantFrom('database', 'repositories', 'objects'), fc.array(part, { minLength: 1, maxLength: 4 }))
    .map(([section, parts]) => [section, ...parts].join('/'))
    .filter((one) => faultOfPath(one) === undefined)
  const sum = fc.stringMatching(/^[0-9a-f]{64}$/)
  fc.assert(
    fc.property(fc.array(fc.tuple(path, sum)), (entries) => {
      const sums = new Map(entries)
      const read = parseSums(formatSums(sums)) as Map<string, string>
      expect(Object.fromEntries(read)).toEqual(Object.fromEntries(sums))
    }),
  )
})
