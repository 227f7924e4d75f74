import { chooseDriver, type DriverOptions } from '../../execution/sandbox/choose-driver.ts'
import type { DriverName } from '../../execution/sandbox/sandbox.ts'
import { scene } from './conformance-scene.ts'

// A program of its own: only what a process was started with is inherited, as what it opens itself never is.
const it = await scene(await chooseDriver(process.argv[2] as DriverName, JSON.parse(process.argv[3]!) as DriverOptions))
const { stdout } = await it.sh('ls -l /proc/$$/fd >/tmp/open; cat /tmp/open; cat /proc/$$/fd/*/secret; true')
process.stdout.write(stdout)
await it.end()
