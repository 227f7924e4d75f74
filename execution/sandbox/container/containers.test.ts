import { describe, expect, test } from 'vitest'
import { containersUnderTest, scene } from '../../../testing/sandbox/conformance-scene.ts'
import { chooseDriver } from '../choose-driver.ts'

test('without an engine, a sentence says what to start', async () => {
  await expect(chooseDriver('container', { engine: '/nowhere/engine.sock' })).rejects.toThrow(
    /container: no container engine answers at \/nowhere\/engine\.sock .* Start Docker or "podman system service"/,
  )
})

// The rest of what containers have to do is in the files *.long.test.ts, and in the conformance of all drivers.
describe.each([await containersUnderTest()])('$name $why', ({ driver, engine }) => {
  test.skipIf(!driver || !engine)('a command runs in a container as an ordinary user, and leaves none', async () => {
    const it = await scene(driver!)
    expect(await it.sh('id -u; cat /proc/1/comm')).toMatchObject({ exitCode: 0, stdout: '1000\nsh\n' })
    await it.end()
    expect(await engine!.containers()).toEqual([])
  })
})
