import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { quietSession } from '../../../../testing/cli/quiet-session.ts'
import { checkBrowser, checkDisk } from '../../doctor/machine.ts'
import { checkRegistries } from '../../doctor/registries.ts'
import { readConfiguration } from '../../../../platform/configuration/index.ts'
import { unreachable } from '../../failure.ts'
import { doctor } from './doctor.ts'

const { signal } = new AbortController()

/** A registry on loopback that answers every request with 404. */
const openRegistry = async () => {
  const server = createServer((_request, response) => response.writeHead(404).end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/npm/`
}

const sessionWith = (environment: NodeJS.ProcessEnv) => {
  const quiet = quietSession('/', () => Promise.reject(unreachable('not_logged_in', 'You are not logged in.')))
  return { ...quiet, session: { ...quiet.session, environment } }
}

test('doctor names its checks, and the remedy for missing parts', async () => {
  const registry = await openRegistry()
  const { session, printed, documents } = sessionWith({
    ATELIER_DATA: join(tmpdir(), 'no-such-folder', 'data'),
    ATELIER_REGISTRIES: `npm=${registry}, pypi=${registry}`,
    ATELIER_SANDBOX_DRIVER: 'process',
  })
  await doctor(session)
  const [{ checks }] = documents as [{ checks: { name: string; state: string; remedy?: string }[] }]
  const states = Object.fromEntries(checks.map(({ name, state }) => [name, state]))
  expect(states).toMatchObject({
    node: 'ok',
    git: 'ok',
    settings: 'ok',
    sandbox: 'warning',
    'registry npm': 'ok',
    'registry pypi': 'ok',
    server: 'warning',
    model: 'warning',
  })
  expect(checks.filter(({ state, remedy }) => state !== 'ok' && remedy === undefined)).toEqual([])
  expect(printed.join('\n')).toContain('bin/start')
})

test('doctor ends with a failure if a setting keeps the server from starting', async () => {
  const { session, printed } = sessionWith({ ATELIER_PORT: '43l0' })
  await expect(doctor(session)).rejects.toMatchObject({ kind: 'failed', code: 'machine_unfit' })
  expect(printed.join('\n')).toContain('ATELIER_PORT')
})

test('a registry that does not answer, and a registry that may not be reached, are warnings that explain how to name a mirror', async () => {
  const failing = () => Promise.reject(new Error('refused'))
  const configuration = readConfiguration({})
  for (const check of await checkRegistries(configuration, signal, failing))
    expect([check.state, check.remedy]).toEqual(['warning', expect.stringContaining('ATELIER_REGISTRIES')])
  const closed = readConfiguration({ ATELIER_EGRESS_HOSTS: 'none' })
  for (const check of await checkRegistries(closed, signal, failing))
    expect([check.state, check.finding]).toEqual(['warning', expect.stringContaining('ATELIER_EGRESS_HOSTS')])
})

test('a nearly full disk is a warning, and a folder that cannot be read is a problem', async () => {
  const full = () => Promise.resolve({ bavail: 1, bsize: 4_096 } as never)
  expect(await checkDisk('/data', full)).toMatchObject({ state: 'warning' })
  const unreadable = () => Promise.reject(Object.assign(new Error('not permitted'), { code: 'EACCES' }))
  expect(await checkDisk('/data', unreadable)).toMatchObject({ state: 'problem' })
})

test('shows on a machine without a browser how to install one', async () => {
  expect(await checkBrowser(() => Promise.resolve(undefined))).toMatchObject({ state: 'warning' })
})
