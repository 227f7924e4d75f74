import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAuditKeys, verifiersOf } from './audit-keys.ts'
import { openNote, signCheckpoint } from './note.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const checkpoint = { origin: 'log', size: 1, root: Buffer.alloc(32) }

test('starts that race create one key file, readable only by its owner', async () => {
  const file = join(folder, 'made.key')
  const opened = await Promise.all(Array.from({ length: 10 }, () => openAuditKeys(file)))
  expect(new Set(opened.map(({ signer }) => signer.publicKey.toString('hex'))).size).toBe(1)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const [one, other] = opened
  expect(openNote(signCheckpoint(checkpoint, one!.signer), verifiersOf(other!, 'log'))).toHaveProperty('text')
})

test('the known vector of RFC 8032, section 7.1, test 1', async () => {
  const file = join(folder, 'vector.key')
  const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex')
  await writeFile(file, seed.toString('base64'), { mode: 0o600 })
  const { signer } = await openAuditKeys(file)
  expect(signer.publicKey.toString('hex')).toBe('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a')
  expect(signer.sign(Buffer.alloc(0)).toString('hex')).toMatch(
    /^e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b$/,
  )
})

test('former keys are trusted for verification and do not sign', async () => {
  const [old, older, file] = ['old.key', 'older.key', 'now.key'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const former = await openAuditKeys(old)
  const earlier = await openAuditKeys(older)
  const now = await openAuditKeys(file)
  const lines = [
    await readFile(file, 'utf8'),
    await readFile(old, 'utf8'),
    `public:${earlier.signer.publicKey.toString('base64')}`,
  ]
  await writeFile(file, lines.join('\n'))
  const keys = await openAuditKeys(file)
  expect(keys.signer.publicKey).toEqual(now.signer.publicKey)
  for (const { signer } of [now, former, earlier])
    expect(openNote(signCheckpoint(checkpoint, signer), verifiersOf(keys, 'log'))).toHaveProperty('text')
})

test.each([
  ['nonsense', 'Line 1'],
  ['', 'Line 1'],
  [`public:${Buffer.alloc(32).toString('base64')}`, 'Line 1'],
  [`${Buffer.alloc(32).toString('base64')}\nshort`, 'Line 2'],
])('a file without keys is refused with its line: %j', async (text, line) => {
  const file = join(folder, 'bad.key')
  await writeFile(file, text, { mode: 0o600 })
  await expect(openAuditKeys(file)).rejects.toThrow(line)
})

test('a key file readable by other users is refused', async () => {
  const file = join(folder, 'open.key')
  await openAuditKeys(file)
  await chmod(file, 0o644)
  await expect(openAuditKeys(file)).rejects.toThrow(`chmod 600 ${file}`)
})
