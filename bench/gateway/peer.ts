import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../../testing/free-port.ts'
import type { Listening } from '../measure.ts'

const peer = '@portkey-ai/gateway@1.15.2'

/** Installs the gateway that ours is compared with into a folder, and starts it there on a free port of loopback. */
export const startPeer = async (folder: string): Promise<Listening> => {
  const install = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--no-save', peer]
  await promisify(execFile)('npm', install)
  const port = await freePort()
  const program = join(folder, 'node_modules/@portkey-ai/gateway/build/start-server.js')
  const child = spawn(process.execPath, [program, '--headless', `--port=${port}`], {
    cwd: folder,
    env: { ...process.env, TRUSTED_CUSTOM_HOSTS: '127.0.0.1,localhost' },
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    if (child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  for (let tries = 0; tries < 200 && child.exitCode === null; tries += 1) {
    if (
      await fetch(url).then(
        (answer) => answer.arrayBuffer(),
        () => undefined,
      )
    )
      return { url, pid: child.pid!, stop }
    await sleep(100)
  }
  await stop()
  throw new Error(`${peer} does not listen`)
}
