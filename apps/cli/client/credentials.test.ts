import { mkdtemp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { credentialsFile, findCredentials, findOwner, storeCredentials, urlOf } from './credentials.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'credentials-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const home = (name: string) => ({ XDG_CONFIG_HOME: join(folder, name) })

test('stored credentials are found again, and readable only by their owner', async () => {
  const credentials = { url: 'https://atelier.example.com', apiKey: 'atl_1' }
  const file = await storeCredentials(home('a'), credentials)
  expect(await findCredentials(home('a'))).toEqual(credentials)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  await storeCredentials(home('a'), { ...credentials, apiKey: 'atl_2' })
  expect((await findCredentials(home('a'))).apiKey).toBe('atl_2')
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ ...credentials, apiKey: 'atl_2' })
})

test('without credentials, the message asks to log in', async () => {
  await expect(findCredentials(home('none'))).rejects.toMatchObject({ kind: 'unreachable', code: 'not_logged_in' })
})

test('the environment takes precedence', async () => {
  await storeCredentials(home('b'), { url: 'https://stored.example.com', apiKey: 'stored' })
  const both = { ...home('b'), ATELIER_URL: 'http://127.0.0.1:9', ATELIER_API_KEY: 'given' }
  expect(await findCredentials(both)).toEqual({ url: 'http://127.0.0.1:9', apiKey: 'given' })
  expect(await findCredentials({ ...home('b'), ATELIER_API_KEY: 'given' })).toEqual({
    url: 'https://stored.example.com',
    apiKey: 'given',
  })
})

test('a stored key is never sent to another address', async () => {
  await storeCredentials(home('c'), { url: 'https://stored.example.com', apiKey: 'stored' })
  const other = { ...home('c'), ATELIER_URL: 'https://other.example.com' }
  await expect(findCredentials(other)).rejects.toMatchObject({ code: 'no_key_for_url' })
})

test('a damaged file is reported', async () => {
  await mkdir(join(folder, 'd', 'atelier'), { recursive: true })
  await writeFile(credentialsFile(home('d')), '{"url":')
  await expect(findCredentials(home('d'))).rejects.toMatchObject({ code: 'credentials_unreadable' })
})

test('the owner key of a local server is found in its data folder', async () => {
  const place = join(folder, 'project', '.atelier')
  await mkdir(place, { recursive: true })
  await writeFile(
    join(place, 'owner.json'),
    JSON.stringify({ baseUrl: 'http://127.0.0.1:4310', apiKey: 'atl_o', password: 'x' }),
    { mode: 0o600 },
  )
  const owner = { url: 'http://127.0.0.1:4310', apiKey: 'atl_o' }
  expect(await findOwner({}, [join(folder, 'nowhere'), join(folder, 'project')])).toEqual(owner)
  expect(await findOwner({ ATELIER_DATA: place }, [])).toEqual(owner)
  expect(await findOwner({ ATELIER_DATA: join(folder, 'nowhere') }, [join(folder, 'project')])).toBeUndefined()
})

test('an address has a scheme, a host and a port', () => {
  expect(urlOf('https://Atelier.example.com:8443/some/path')).toBe('https://atelier.example.com:8443')
  for (const wrong of ['atelier.example.com', 'ftp://x', ''])
    expect(() => urlOf(wrong)).toThrow('not the address of a server')
})
