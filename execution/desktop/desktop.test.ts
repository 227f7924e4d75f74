import { expect, test } from 'vitest'
import { isolatingDrivers, testLimits } from '../../testing/sandbox/conformance-scene.ts'
import { desktopBinds, findDesktopPrograms, startDesktop, startViewer } from './desktop.ts'
import { isLong } from '../../testing/soak.ts'

const [driver] = (await isolatingDrivers()).flatMap((one) => one.driver ?? [])
const programs = await findDesktopPrograms()
const isThere = driver !== undefined && programs.missing.length === 0
const wallMs = 60_000

test.skipIf(isThere)('without its programs or an isolating driver no desktop is started', (context) => {
  context.skip(`Not installed: ${programs.missing.join(', ') || 'an isolating sandbox driver'}`)
})

test('a machine without the programs names their packages', async () => {
  expect(await findDesktopPrograms('/nowhere')).toMatchObject({
    missing: ['xvfb', 'openbox', 'xterm', 'x11vnc'],
    missingForAgents: ['xvfb', 'openbox', 'xterm', 'xdotool', 'scrot'],
  })
})

test.runIf(isLong && isThere)(
  'a screen that does not start is reported, and a screen that starts greets each viewer',
  async () => {
    const limits = { ...testLimits, cpuSeconds: 120, memoryBytes: 2 ** 31, processes: 512, wallMs }
    const sandbox = await driver!.open({ id: 'desktop', readonly: desktopBinds(), limits })
    const { signal } = new AbortController()
    const options = { browser: undefined, wallMs, signal }
    await sandbox.run({ argv: ['sh', '-c', 'mkdir -p /tmp/.X11-unix/X7'] })
    await expect(startDesktop(sandbox, options).ready).rejects.toThrow('The screen of the desktop did not start.')
    await sandbox.run({ argv: ['sh', '-c', 'rm -r /tmp/.X11-unix'] })
    await startDesktop(sandbox, options).ready
    for (const canSteer of [true, false]) {
      const greeted = Promise.withResolvers<string>()
      const onOutput = (chunk: Buffer) => greeted.resolve(chunk.toString('latin1'))
      const viewer = startViewer(sandbox, { canSteer, onOutput, wallMs, signal })
      void viewer.ended.then((outcome) => greeted.resolve(JSON.stringify(outcome)), greeted.reject)
      expect(await greeted.promise).toBe('RFB 003.008\n')
      viewer.input.end()
      await viewer.ended
    }
    await sandbox.close()
  },
)
