import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { afterTest } from '../../../testing/after-test.ts'
import { nodeApp, programScene } from '../../../testing/deployments/preview-sandboxes.ts'
import { isolatingDrivers } from '../../../testing/sandbox/conformance-scene.ts'
import { processesWith } from '../../../testing/sandbox/processes-with.ts'
import { chooseDriver } from '../../sandbox/index.ts'

describe.each(await isolatingDrivers())('$name $why', ({ driver }) => {
  if (!driver) {
    test.skip('cannot run here', () => {})
    return
  }

  test('a Node program answers from its sandbox, which shows and reaches nothing else', async () => {
    const { deploy, ask, openSocket, lines, previews, socketFolder } = await programScene(driver)
    const marker = `server-${process.pid}-${driver.name}.js`
    expect(await deploy('app', { [marker]: nodeApp }, { start: `node ${marker}` })).toEqual({ outcome: 'live' })
    expect(JSON.parse((await ask('app')).text)).toEqual({
      port: '3000',
      host: '127.0.0.1',
      own: 'value',
      write: 'EROFS',
      temporary: 'undefined',
      outside: 'ENOENT',
    })
    expect(lines).toContain('listening with value')

    const outside = createServer((_request, response) => response.end('reached')).listen(0, '127.0.0.1')
    await once(outside, 'listening')
    afterTest(() => void outside.close())
    const port = String((outside.address() as AddressInfo).port)
    expect((await ask('app', '/out', { 'x-port': port })).text).toBe('ECONNREFUSED')

    const socket = await openSocket('app.preview.localhost')
    if (typeof socket === 'number') throw new Error(`refused with ${socket}`)
    socket.write('there and back')
    expect(String((await socket.take(1).toArray())[0])).toBe('there and back')

    await previews.sleep('app')
    expect([await processesWith(marker), await readdir(socketFolder)]).toEqual([[], []])
    expect((await ask('app')).status).toBe(200)
  })

  test('a program with allowed hosts reaches only these', async () => {
    const { deploy, ask } = await programScene(driver)
    const surroundings = { allowHosts: ['allowed.example'] }
    expect(await deploy('app', { 'server.js': nodeApp }, { start: 'node server.js' }, surroundings)).toEqual({
      outcome: 'live',
    })
    expect((await ask('app', '/proxied')).text).toBe('HTTP/1.1 403 Forbidden')
  })

  test('a program that exits or takes too much memory is named as such', async () => {
    const { deploy, ask, previews, lines } = await programScene(driver)
    await deploy('app', { 'server.js': nodeApp }, { start: 'node server.js' })
    expect((await ask('app', '/exit')).status).toBe(502)
    await expect.poll(() => previews.statuses()[0]?.sentence).toBe('The program ended with exit code 5.')
    expect(await deploy('app', {}, { start: 'node server.js' })).toEqual({ outcome: 'live' })
    expect((await ask('app', '/hog')).status).toBe(502)
    await expect
      .poll(() => lines.join('\n'))
      .toContain('The program was stopped because it used more than 512 MiB of memory.')
  })

  test('a program that listens elsewhere is named with the port that it has', async () => {
    const { deploy } = await programScene(driver, { healthMs: 5_000 })
    const elsewhere = 'require("node:http").createServer().listen(8080)'
    expect(await deploy('other', { 'server.js': elsewhere }, { start: 'node server.js', kind: 'node' })).toEqual({
      outcome: 'failed',
      sentence:
        'The program did not become ready within 5 s. It does not listen at port 3000, which the variable PORT tells. It listens at 8080.',
    })
  })

  test('a Python program answers at its port', async () => {
    const { deploy, ask } = await programScene(driver)
    const start = 'python3 -m http.server "$PORT" --bind "$HOST"'
    expect(await deploy('python', { 'hello.txt': 'hello' }, { start, kind: 'python' })).toEqual({ outcome: 'live' })
    expect((await ask('python', '/hello.txt')).text).toBe('hello')
  })
})

test('without isolation a program gets a free port of the machine', async () => {
  const { deploy, ask } = await programScene(await chooseDriver('process'))
  expect(await deploy('app', { 'server.js': nodeApp }, { start: 'node server.js' })).toEqual({ outcome: 'live' })
  const { port } = JSON.parse((await ask('app')).text) as { port: string }
  expect(Number(port)).toBeGreaterThan(1_023)
  expect(port).not.toBe('3000')
})
