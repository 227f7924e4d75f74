import { expect, describe, test } from 'vitest'
import { nodeApp, programScene } from '../../testing/preview-sandboxes.ts'
import { isolatingDrivers } from '../../testing/sandbox/conformance-scene.ts'
import { chooseDriver } from '../sandbox/index.ts'

describe.each(await isolatingDrivers())('$name $why', ({ driver }) => {
  if (!driver) {
    test.skip('cannot run here', () => {})
    return
  }

  test('a program with allowed hosts reaches these alone', async () => {
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
