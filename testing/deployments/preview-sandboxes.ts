import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  openPreviews,
  type PreviewBuild,
  type PreviewSurroundings,
  type PreviewVersion,
} from '../../execution/previews/index.ts'
import type { SandboxDriver } from '../../execution/sandbox/index.ts'
import { afterTest } from '../after-test.ts'
import { accessCookie, servePreviews, testVersion } from './preview-programs.ts'
import { testLimits } from '../sandbox/conformance-scene.ts'

/** Answers with its environment; other paths do what they are named after. */
export const nodeApp = `
  const { createServer } = require('node:http')
  const { connect } = require('node:net')
  const { readdirSync, writeFileSync } = require('node:fs')
  const attempt = (work) => { try { return String(work()) } catch (error) { return error.code } }
  const server = createServer(async (request, response) => {
    if (request.url === '/exit') return process.exit(5)
    if (request.url === '/hog') { const all = []; setInterval(() => all.push(Buffer.alloc(50e6, 1)), 1); return }
    if (request.url === '/out') return response.end(await fetch('http://127.0.0.1:' + request.headers['x-port']).then((r) => r.text(), (error) => error.cause.code))
    if (request.url === '/proxied') {
      const socket = connect(3128, '127.0.0.1', () => socket.write('CONNECT forbidden.example:443 HTTP/1.1\\r\\nhost: x\\r\\n\\r\\n'))
      socket.once('data', (text) => response.end(String(text).split('\\r\\n')[0]))
      return
    }
    response.end(JSON.stringify({
      port: process.env.PORT, host: process.env.HOST, own: process.env.OWN,
      write: attempt(() => writeFileSync('server.js', 'changed')),
      temporary: attempt(() => writeFileSync('/tmp/file', 'kept')),
      outside: attempt(() => readdirSync('/work')),
    }))
  })
  server.on('upgrade', (request, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\\r\\nConnection: Upgrade\\r\\nUpgrade: websocket\\r\\n\\r\\n')
    socket.pipe(socket)
  })
  server.listen(process.env.PORT, process.env.HOST, () => console.log('listening with', process.env.OWN))`

/** Previews whose programs run in sandboxes of a driver. */
export const programScene = async (driver: SandboxDriver, { healthMs = 30_000 } = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'preview-programs-'))
  const socketFolder = join(folder, 'sockets')
  const previews = openPreviews({
    sandboxes: driver,
    socketFolder,
    limits: testLimits,
    running: 2,
    idleMs: 60_000,
    healthMs,
    accessCookie,
    isSecure: false,
  })
  afterTest(async () => {
    await previews.close()
    await rm(folder, { recursive: true, force: true })
  })
  const live = new Map<string, PreviewVersion>()
  const site = await servePreviews(previews, (label) => ({ kind: 'version', site: label!, version: live.get(label!)! }))
  const lines: string[] = []
  return {
    ...site,
    previews,
    lines,
    socketFolder,
    deploy: async (
      label: string,
      files: Readonly<Record<string, string>>,
      build: Partial<PreviewBuild>,
      surroundings: Partial<PreviewSurroundings> = {},
    ) => {
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(folder, label, 'files', path)), { recursive: true })
        await writeFile(join(folder, label, 'files', path), text)
      }
      const made = testVersion(`${label}-1`, {}, lines)
      const version: PreviewVersion = {
        ...made,
        build: { ...made.build, folder: join(folder, label), ...build },
        surroundings: async () => ({ environment: { OWN: 'value' }, allowHosts: [], ...surroundings }),
      }
      live.set(label, version)
      return previews.deploy(label, version)
    },
    ask: (label: string, path = '/', headers = {}) => site.ask(`${label}.preview.localhost`, path, { headers }),
  }
}
