import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { afterTest } from '../after-test.ts'
import { freePort } from '../network/free-port.ts'
import { mcpProxy } from '../mcp/mcp-proxy.ts'
import { programSite } from '../people/program-client.ts'
import { scene } from '../scene.ts'
import { testServer } from '../server.ts'
import { approveProgramConnection } from '../../domains/accounts/programs/contract.ts'
import { notApplicableIn } from './not-applicable.ts'

const suite = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
)
const isOldNode = Number(process.versions.node.split('.')[0]) < 22

const site = await programSite()
const server = await testServer({ ATELIER_FETCH_PRIVATE_HOSTS: site.host })
const at = await scene(server)
const { userId } = await at.join('owner')
const folder = await mkdtemp(join(tmpdir(), 'mcp-conformance-'))
afterTest(() => rm(folder, { recursive: true }))

/** Runs a command of the suite, and gives what it printed. `onText` reads along. */
const runSuite = async (args: readonly string[], onText: (text: string) => void = () => undefined) => {
  const child = spawn(process.execPath, [suite, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const texts: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      texts.push(text)
      onText(texts.join(''))
    })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, text: texts.join('') }
}

test.skipIf(!isOldNode)('the suite needs Node 22', (context) => {
  context.skip(`Node ${process.versions.node} is too old for the conformance suite`)
})

test.skipIf(isOldNode).each(['2025-11-25', '2026-07-28'])(
  'the requirements of revision %s on a server are met, except requirements that do not apply',
  async (revision) => {
    const url = `${await mcpProxy(server.baseUrl, at.owner.key!)}/mcp`
    const list = join(folder, `${revision}.yml`)
    await writeFile(list, notApplicableIn(revision))
    const args = ['server', '--url', url, '--requirements', revision, '--expected-failures', list]
    const { code, text } = await runSuite(args)
    const summary = text.slice(text.indexOf('=== SUMMARY ==='))
    expect([code, summary]).toEqual([0, expect.stringContaining('✓ tools-list')])
  },
)

test.skipIf(isOldNode)('the authorization server serves its metadata and the code grant', async () => {
  const port = await freePort()
  const session = await at.signIn(userId)
  let answered: Promise<void> | undefined
  // The suite asks a person to open an address; a person approves, and the browser follows to the suite.
  const approve = async (request: string) => {
    const { body } = await session.call(approveProgramConnection, { body: { request, canWrite: true } })
    await fetch((body as { redirectTo: string }).redirectTo)
  }
  const url = ['--url', server.baseUrl, '--resource', `${server.baseUrl}/mcp`]
  const client = ['--client-id', `${site.url}/client.json`, '--port', String(port)]
  const args = ['authorization', '--spec-version', '2026-07-28'].concat(url, client)
  const { code, text } = await runSuite(args, (printed) => {
    const request = /\/oauth\/authorize\?(\S+)\n/.exec(printed)?.[1]
    if (request !== undefined) answered ??= approve(request)
  })
  await answered
  expect([code, text]).toEqual([0, expect.stringMatching(/authorization-code-grant/)])
  expect(text).not.toMatch(/FAILURE|SKIPPED|[1-9]\d* failed/)
})
