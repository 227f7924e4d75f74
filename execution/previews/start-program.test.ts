import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { afterTest } from '../../testing/after-test.ts'
import { nodeApp, programScene } from '../../testing/preview-sandboxes.ts'
import { isolatingDrivers, processesWith } from '../../testing/sandbox/conformance-scene.ts'

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
})
