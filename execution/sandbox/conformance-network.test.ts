import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { openBroker, type Broker, type BrokerSpec } from '../egress/index.ts'
import { allIsolatingDrivers, scene, type Scene } from '../../testing/sandbox/conformance-scene.ts'
import type { SandboxDriver } from './sandbox.ts'

const reach = (target: string) => `
  import { connect } from 'node:net'
  const socket = connect(${target})
  socket.on('connect', () => { console.log('connected'); process.exit() }).on('error', (error) => console.log(error.code))`

describe.each(await allIsolatingDrivers())('$name $why', ({ driver }) => {
  if (!driver) {
    test.skip('cannot run here', () => {})
    return
  }
  let it: Scene
  let broker: Broker | undefined
  afterEach(async () => {
    await it.end()
    await broker?.close()
    broker = undefined
  })

  test('a sandbox reaches no network: no host loopback, no address, no name', async () => {
    it = await scene(driver)
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    expect((await it.node(reach(`${port}, '127.0.0.1'`))).stdout).toBe('ECONNREFUSED\n')
    expect((await it.node(reach(`443, '192.0.2.1'`))).stdout).toBe('ENETUNREACH\n')
    expect((await it.node(reach(`443, '2001:db8::1'`))).stdout).toBe('ENETUNREACH\n')
    const named = await it.node(
      `import { lookup, Resolver } from 'node:dns/promises'
       for (const ask of [() => lookup('example.com'), () => new Resolver({ timeout: 100, tries: 1 }).resolve4('example.com')])
         await ask().then(() => console.log('found'), () => console.log('not found'))`,
    )
    expect(named.stdout).toBe('not found\nnot found\n')
    server.close()
  })

  test("a sandbox cannot reach the host's abstract Unix sockets", async () => {
    it = await scene(driver)
    const name = `\0conformance-${process.pid}`
    const server = createServer((socket) => socket.destroy()).listen(name)
    await once(server, 'listening')
    const near = connect(name)
    await once(near, 'connect')
    near.destroy()
    expect((await it.node(reach(JSON.stringify(name)))).stdout).toBe('ECONNREFUSED\n')
    server.close()
  })

  test('each command has its own loopback', async () => {
    it = await scene(driver)
    const { stdout } = await it.node(`
      import { createServer, connect } from 'node:net'
      import { networkInterfaces } from 'node:os'
      console.log(Object.keys(networkInterfaces()).join())
      const server = createServer((socket) => socket.end('hello')).listen(0, 'localhost', () =>
        connect(server.address().port, 'localhost').on('data', (data) => { console.log(data.toString()); process.exit() }))`)
    expect(stdout).toBe('lo\nhello\n')
  })

  const sceneWithBroker = (more: Partial<BrokerSpec>, { driver: chosen }: { driver: SandboxDriver }) =>
    scene(chosen, async (outside) => {
      broker = await openBroker({ socketPath: join(outside, 'egress.sock'), allowHosts: ['allowed.example'], ...more })
      return { egressSocket: broker.socketPath }
    })

  test("Node's fetch reaches an internal host through the broker and streams the answer", async () => {
    it = await sceneWithBroker(
      {
        routes: {
          'model.atelier.internal': (request, response) => {
            response.write(`${request.method} `)
            request
              .on('data', (chunk: Buffer) => response.write(chunk))
              .on('end', () => response.end(` ${request.url}`))
          },
        },
      },
      { driver },
    )
    const { stdout, stderr } = await it.node(
      `const answer = await fetch('http://model.atelier.internal/v1/x', { method: 'POST', body: 'hello' })
       console.log(await answer.text())`,
    )
    expect({ stdout, stderr }).toEqual({ stdout: 'POST hello /v1/x\n', stderr: '' })
  })

  test('allowed hosts are reached by tunnel, others are refused, and nothing bypasses the broker', async () => {
    const upstream = createServer((socket) => socket.pipe(socket)).listen(0, '127.0.0.1')
    await once(upstream, 'listening')
    const at = { address: '127.0.0.1', port: (upstream.address() as AddressInfo).port }
    it = await sceneWithBroker(
      { resolve: async () => [{ address: at.address, family: 4 }], reach: () => at },
      { driver },
    )
    const { stdout } = await it.node(`
      import { connect } from 'node:net'
      const ask = (target) => new Promise((resolve) => {
        let told = ''
        const socket = connect(3128, '127.0.0.1', () => socket.write('CONNECT ' + target + ' HTTP/1.1\\r\\nhost: x\\r\\n\\r\\n'))
        socket.on('data', (data) => { told += data; if (told.endsWith('\\r\\n\\r\\n')) socket.end('echo') })
        socket.on('end', () => resolve(told.split('\\r\\n')[0] + ' ' + told.split('\\n').at(-1)))
      })
      console.log(await ask('allowed.example:443'))
      console.log(await ask('forbidden.example:443'))`)
    expect(stdout).toBe('HTTP/1.1 200 Connection established echo\nHTTP/1.1 403 Forbidden \n')
    expect((await it.node(reach(`${at.port}, '127.0.0.1'`))).stdout).toBe('ECONNREFUSED\n')
    upstream.close()
  })
})
