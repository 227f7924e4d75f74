import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { patience } from '../runner/hang-timeout.ts'
import { removeEngineFolder, startTestEngine } from './container-engine.ts'
import { processesWith } from './processes-with.ts'

const modulePath = JSON.stringify(join(import.meta.dirname, 'container-engine.ts'))
const why = await startTestEngine().then(
  (engine) => engine.close().then(() => ''),
  (error: Error) => error.message,
)

describe(`an engine for tests ${why && `is skipped: ${why}`}`, () => {
  test.skipIf(why !== '')('ends with the process that started it', async () => {
    const script = `
      import { startTestEngine } from ${modulePath}
      console.log((await startTestEngine()).socket)
      setInterval(() => undefined, 1_000)`
    const owner = spawn(process.execPath, ['--input-type=module', '-e', script])
    const [line] = (await once(owner.stdout, 'data')) as [Buffer]
    const socket = line.toString().trim()
    expect(await processesWith(socket)).toHaveLength(1)
    owner.kill('SIGKILL')
    await once(owner, 'exit')
    await vi.waitFor(async () => expect(await processesWith(socket)).toEqual([]), patience)
    await removeEngineFolder(dirname(socket))
  })

  test.skipIf(why !== '')('reports why it runs no containers if they cannot be created', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'no-containers-'))
    const runc = execFileSync('which', ['runc'], { encoding: 'utf8' }).trim()
    const refusal = 'echo "unshare: operation not permitted" >&2; exit 1'
    writeFileSync(join(folder, 'runc'), `#!/bin/sh\n[ "$1" = --version ] && exec ${runc} "$@"\n${refusal}\n`, {
      mode: 0o755,
    })
    await expect(startTestEngine(join(folder, 'runc'))).rejects.toThrow(/^(podman|docker) runs no containers here: .+/)
    rmSync(folder, { recursive: true })
  })
})
