import { expect, test } from 'vitest'
import { isolatingDrivers, scene } from '../../testing/sandbox/conformance-scene.ts'
import { findBrowser } from './browser.ts'

const browser = await findBrowser()

test.for(await isolatingDrivers())('the browser of the machine starts in a sandbox of $name', async (one, context) => {
  if (!one.driver || browser === undefined) {
    context.skip(one.driver ? 'No browser is installed' : one.why)
    return
  }
  const it = await scene(one.driver)
  const { exitCode, stdout, stderr } = await it.run([browser, '--version'])
  await it.end()
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  expect(stdout).toMatch(/\d+\.\d+/)
})
