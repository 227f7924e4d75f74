import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { findRootKeys, parseRootKeys, refuseUnusedRootKeys } from './root-keys.ts'

const base64 = Buffer.alloc(32, 7).toString('base64')
let folder: string
let file: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-keys-'))
  file = join(folder, 'data', 'secrets.key')
  return () => rm(folder, { recursive: true })
})

const embedded = (fresh: boolean) => findRootKeys({ databaseUrl: undefined, given: undefined, file, fresh })
const external = (given?: string) => findRootKeys({ databaseUrl: 'postgres://db/atelier', given, file, fresh: true })

test('the first start on the embedded database creates a key readable only by its user, and later starts reuse it', async () => {
  const [made] = (await embedded(true))!
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await embedded(false))![0].id).toBe(made.id)
})

test('concurrent starts get the same key and leave no other file', async () => {
  const found = await Promise.all(Array.from({ length: 20 }, () => embedded(true)))
  expect(new Set(found.map((keys) => keys![0].id)).size).toBe(1)
  expect(await readdir(join(folder, 'data'))).toEqual(['secrets.key'])
})

test('a missing key file stops the start of an existing database instead of creating a key', async () => {
  await expect(embedded(false)).rejects.toThrow(/is missing, and the database may hold secrets/)
  await expect(stat(file)).rejects.toThrow('ENOENT')
})

test('a key file readable by other users stops the start and names the command to fix it', async () => {
  await embedded(true)
  await chmod(file, 0o640)
  await expect(embedded(false)).rejects.toThrow(`Run: chmod 600 ${file}`)
})

test('with an external database the variable holds the keys, and no file is created', async () => {
  expect(await external()).toBeUndefined()
  expect(await external(base64)).toHaveLength(1)
  expect(await readdir(folder)).toEqual([])
})

test('the variable without DATABASE_URL stops the start', () => {
  const start = (databaseUrl?: string, given?: string) => refuseUnusedRootKeys({ databaseUrl, given, file })
  expect(() => start(undefined, base64)).toThrow('SECRETS_ENCRYPTION_KEY is set and DATABASE_URL is not')
  for (const [databaseUrl, given] of [[], ['postgres://db/atelier'], ['postgres://db/atelier', base64]] as const)
    expect(() => start(databaseUrl, given)).not.toThrow()
})

test('a key has one name in every spelling, and the first of several keys is the current one', () => {
  const bytes = Buffer.alloc(32, 7)
  const ids = [bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('hex')].map(
    (text) => parseRootKeys('keys', text)[0].id,
  )
  expect(new Set(ids).size).toBe(1)
  const two = parseRootKeys('keys', `${base64}, ${'ab'.repeat(32)}\n`)
  expect(two.map(({ id }) => id)).toEqual([ids[0], parseRootKeys('keys', 'AB'.repeat(32))[0].id])
})

test.each(['', 'short', `${base64}x`, 'ab'.repeat(31), `${base64},${'zz'.repeat(32)}`])(
  'a malformed key is refused and not repeated: %j',
  async (text) => {
    const error = (await external(text).catch((thrown: unknown) => thrown)) as Error
    expect(error.name).toBe('StartRefusal')
    expect(error.message).toContain('SECRETS_ENCRYPTION_KEY')
    expect(error.message).toContain('openssl rand -base64 32')
    if (text !== '') expect(error.message).not.toContain(text)
    await expect(readFile(file)).rejects.toThrow('ENOENT')
  },
)

test('a file that does not contain a key is refused', async () => {
  await embedded(true)
  await writeFile(file, 'letter\n')
  await expect(embedded(false)).rejects.toThrow(/Key 1 in .*secrets.key is not 32 bytes/)
})
