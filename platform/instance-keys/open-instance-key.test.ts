import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { asOwner } from '../../testing/database-state.ts'
import { makeAuditKey, readAuditKeys, type AuditKeys } from '../audit/index.ts'
import { openVault, parseRootKeys } from '../crypto/index.ts'
import { openInstanceKey, type InstanceKey } from './index.ts'

const { url, database } = await testDatabase()
const root = await mkdtemp(join(tmpdir(), 'atelier-test-'))
afterAll(() => rm(root, { recursive: true, force: true }))
beforeEach(() => asOwner({ databaseUrl: url }, 'delete from instance_key'))

const vaultOf = (...keys: readonly string[]) => openVault(parseRootKeys('test', keys.join(',')))
const vault = vaultOf('a'.repeat(64))

/** A machine with a data folder of its own. */
const machine = async (given: typeof vault | undefined = vault) => {
  const folder = await mkdtemp(join(root, 'machine-'))
  const file = join(folder, 'audit.key')
  const warnings: string[] = []
  const log = { warn: (_fields: object, message: string) => void warnings.push(message) }
  const key: InstanceKey<AuditKeys> = {
    name: 'audit',
    file,
    purpose: 'which signs the audit log',
    make: makeAuditKey,
    read: readAuditKeys,
    follows: ({ publicKeys: [, ...former] }, { signer }) => former.some((each) => each.equals(signer.publicKey)),
  }
  const open = (over: Partial<InstanceKey<AuditKeys>> = {}, opening = given) =>
    openInstanceKey({ database, vault: opening, log }, { ...key, ...over })
  const write = (text: string) => writeFile(file, text, { mode: 0o600 })
  return { file, warnings, open, write }
}
const publicKeys = ({ publicKeys: keys }: AuditKeys) => keys.map((key) => key.toString('hex'))
const isFile = (file: string) => stat(file).then(...([() => true, () => false] as const))

test('machines that start first at once share one key, which is in no file and not in clear', async () => {
  const machines = await Promise.all([machine(), machine(), machine()])
  const made: string[] = []
  const make = () => {
    made.push(makeAuditKey())
    return made.at(-1)!
  }
  const opened = await Promise.all(machines.map(({ open }) => open({ make })))
  expect(new Set(opened.map((keys) => publicKeys(keys)[0])).size).toBe(1)
  expect(await Promise.all(machines.map(({ file }) => isFile(file)))).toEqual([false, false, false])
  const [row] = await asOwner({ databaseUrl: url }, 'select sealed from instance_key')
  for (const text of made) expect((row!.sealed as Buffer).includes(text.trim())).toBe(false)
})

test('a file is taken over once; after that the row counts, and the file is named', async () => {
  const first = await machine()
  const second = await machine()
  const text = makeAuditKey()
  await first.write(text)
  const before = publicKeys(readAuditKeys(text, 'text'))
  expect(publicKeys(await first.open())).toEqual(before)
  expect(publicKeys(await second.open())).toEqual(before)
  await second.write(makeAuditKey())
  expect(publicKeys(await second.open())).toEqual(before)
  expect(second.warnings).toEqual([expect.stringContaining(`${second.file} is not used`)])
})

test('a file that names the key of the row as a former one replaces it', async () => {
  const first = await machine()
  const second = await machine()
  const former = (await first.open()).signer.publicKey
  const text = makeAuditKey()
  await first.write(`${text}public:${former.toString('base64')}\n`)
  const next = publicKeys(await first.open())
  expect(next).toEqual([...publicKeys(readAuditKeys(text, 'text')), former.toString('hex')])
  expect(publicKeys(await second.open())).toEqual(next)
})

test('another root key, none, and changed bytes are refused with a sentence', async () => {
  const { open } = await machine()
  const key = await open()
  await expect(open({}, vaultOf('b'.repeat(64)))).rejects.toThrow(
    `sealed with the root key ${vault.currentRootKeyId}, which is not in SECRETS_ENCRYPTION_KEY`,
  )
  expect(await open({}, vaultOf('b'.repeat(64), 'a'.repeat(64)))).toMatchObject({ publicKeys: key.publicKeys })
  const none = await machine()
  await expect(openWithoutRootKey(none)).rejects.toThrow('this server has none. Set SECRETS_ENCRYPTION_KEY')
  await asOwner({ databaseUrl: url }, 'update instance_key set sealed = set_byte(sealed, 20, get_byte(sealed, 20) # 1)')
  await expect(open()).rejects.toThrow('was changed. Restore the database')
})

test('without a root key the file is the key, made once and closed to others', async () => {
  const made = await machine()
  const opened = await Promise.all(Array.from({ length: 10 }, () => openWithoutRootKey(made)))
  expect(new Set(opened.map((keys) => publicKeys(keys)[0])).size).toBe(1)
  expect((await stat(made.file)).mode & 0o777).toBe(0o600)
  expect(await asOwner({ databaseUrl: url }, 'select from instance_key')).toEqual([])
  expect(publicKeys(await made.open())).toEqual(publicKeys(opened[0]!))
})

test('a lost key is refused, and no other one is made', async () => {
  const { open, file } = await machine()
  const refuseLost = () => Promise.reject(new Error('it is lost'))
  await expect(open({ refuseLost })).rejects.toThrow('it is lost')
  expect(await asOwner({ databaseUrl: url }, 'select from instance_key')).toEqual([])
  expect(await isFile(file)).toBe(false)
})

const openWithoutRootKey = ({ file }: Awaited<ReturnType<typeof machine>>) =>
  openInstanceKey(
    { database, vault: undefined, log: { warn: () => undefined } },
    { name: 'audit', file, purpose: 'which signs the audit log', make: makeAuditKey, read: readAuditKeys },
  )
