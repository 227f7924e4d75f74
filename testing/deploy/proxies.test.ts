import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { createProject } from '../../domains/code/projects/contract.ts'
import { streamCycle } from '../../domains/delivery/cycles/contract.ts'
import { moveCycle } from '../../domains/delivery/cycles/move.ts'
import type { CycleMove } from '../../domains/delivery/cycles/rules.ts'
import { callerOf } from '../caller.ts'
import { cycleIn } from '../cycles.ts'
import { framesOf } from '../network/frames.ts'
import { freePort } from '../network/free-port.ts'
import { patience } from '../runner/hang-timeout.ts'
import { scene } from '../scene.ts'
import { testServer } from '../server.ts'

const root = join(import.meta.dirname, '..', '..')
const server = await testServer({ ATELIER_TRUSTED_PROXIES: '127.0.0.1' })
const folder = await mkdtemp(join(tmpdir(), 'atelier-test-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Proxy {
  readonly program: string
  /** The signal that ends it and its workers at once. */
  readonly end: NodeJS.Signals
  /** Writes its configuration, made of the one in deploy/, and gives how to start and how to reload it. */
  prepare(port: number): Promise<{ readonly start: readonly string[]; reload(): void }>
}

const pageOf = (name: string) => readFile(join(root, 'deploy', name), 'utf8')
const upstream = new URL(server.baseUrl).host

const nginx: Proxy = {
  program: '/usr/sbin/nginx',
  end: 'SIGTERM',
  prepare: async (port) => {
    const page = await pageOf('nginx.conf')
    expect(page.match(/listen 443 ssl|127\.0\.0\.1:4310/g)).toHaveLength(2)
    const own = page
      .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
      .replaceAll(/^ *ssl_.*$/gm, '')
      .replace('127.0.0.1:4310', upstream)
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join('\n')
    const user = process.getuid?.() === 0 ? 'user root;' : ''
    const file = join(folder, 'nginx.conf')
    await writeFile(
      file,
      `${user} daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; events {}
      http { access_log off; ${places} ${own} }`,
    )
    const words = ['-c', file, '-e', `${folder}/nginx.log`]
    return { start: words, reload: () => void execFileSync(nginx.program, [...words, '-s', 'reload']) }
  },
}

const caddy: Proxy = {
  program: '/usr/bin/caddy',
  end: 'SIGKILL',
  prepare: async (port) => {
    const page = await pageOf('Caddyfile')
    expect(page.match(/^atelier\.example\.com|127\.0\.0\.1:4310/gm)).toHaveLength(2)
    const own = page.replace(/^atelier\.example\.com/m, `http://127.0.0.1:${port}`).replace('127.0.0.1:4310', upstream)
    const file = join(folder, 'Caddyfile')
    const admin = `unix/${folder}/caddy.sock`
    await writeFile(file, `{\n\tadmin ${admin}\n}\n${own}`)
    const words = ['--config', file, '--adapter', 'caddyfile']
    const options = { env: { PATH: process.env.PATH, HOME: folder }, stdio: 'ignore' } as const
    return {
      start: ['run', ...words],
      reload: () => void execFileSync(caddy.program, ['reload', '--force', '--address', admin, ...words], options),
    }
  },
}

// On a connection of its own: a proxy that reloads closes those that are idle, and a request on one of them fails.
const statusOf = async (url: string) => {
  const reply = await fetch(url, { headers: { connection: 'close' } })
  await reply.arrayBuffer()
  return reply.status
}

/** Runs the proxy for a time. */
const behind = async (proxy: Proxy, work: (baseUrl: string, reload: () => void) => Promise<void>) => {
  const port = await freePort()
  const { start, reload } = await proxy.prepare(port)
  const child: ChildProcess = spawn(proxy.program, start, {
    env: { PATH: process.env.PATH, HOME: folder },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  const baseUrl = `http://127.0.0.1:${port}`
  try {
    await vi.waitFor(async () => expect(await statusOf(`${baseUrl}/healthz`)).toBe(200), patience)
    await work(baseUrl, reload)
  } finally {
    child.kill(proxy.end)
    await ended
  }
}

// Debian's packages of the same names; where one is missing, its proxy is left out.
test.for([['nginx', nginx] as const, ['Caddy', caddy] as const])(
  '%s lets events through at once, keeps a stream through a reload, and leaves the limit of bodies to Atelier',
  async ([name, proxy], context) => {
    if (!existsSync(proxy.program)) return context.skip(`${name} is not installed.`)
    const at = await scene(server)
    const made = await at.owner.call(createProject, { body: {} })
    const id = await cycleIn(server, at, made.body.id as string)
    const move = (step: CycleMove) =>
      server.database.within(at.workspace, async (tx) => moveCycle(tx, id, step, await tx.now()))
    await behind(proxy, async (baseUrl, reload) => {
      const owner = callerOf(baseUrl, at.owner.key)
      const frames = framesOf(await owner.open(streamCycle, { id }))
      const nextEvent = async () => ((await frames.next()).value?.data as { eventType: string }).eventType
      await move('execute')
      expect(await nextEvent()).toBe('cycle.planning')
      reload()
      await move('start')
      expect(await nextEvent()).toBe('cycle.running')
      const large = await owner.call(createProject, { body: { name: 'x'.repeat(2 * 2 ** 20) } })
      expect(large).toMatchObject({ status: 413, body: { requestId: expect.any(String) as string } })
      await move('review')
      await move('complete')
      for await (const frame of frames) if (frame.event !== 'keepalive') expect(frame.data.cycleId).toBe(id)
    })
  },
)
