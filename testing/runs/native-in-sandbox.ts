import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBroker } from '../../execution/egress/index.ts'
import {
  defaultHarnessLimits,
  type Harness,
  type HarnessRecord,
  runHarness,
  warmHarness,
} from '../../execution/harness/index.ts'
import { openStepLedger } from '../../domains/agents/spending/index.ts'
import { modelRoute, openGateway } from '../../execution/models/index.ts'
import { chooseDriver, type DriverName, type SandboxDriver } from '../../execution/sandbox/index.ts'
import type { TestDatabase } from '../index.ts'
import { fakeEndpoint, newIdentity, nativeHarness, startModelProvider } from '../model-provider/index.ts'

const mebibyte = 1024 * 1024
const limits = {
  cpuSeconds: 60,
  memoryBytes: 512 * mebibyte,
  processes: 256,
  fileSizeBytes: 64 * mebibyte,
  diskBytes: 256 * mebibyte,
  wallMs: 60_000,
  outputBytes: 16 * mebibyte,
}

const driverOf = async (name: DriverName) => {
  try {
    return { name, driver: await chooseDriver(name), why: '' }
  } catch (error) {
    return { name, driver: undefined, why: `, skipped: ${(error as Error).message}` }
  }
}

/** The isolating drivers, those first that can run here. */
export const driversThatRun = async () => {
  const all = await Promise.all((['bubblewrap', 'util-linux'] as const).map(driverOf))
  return [...all.filter(({ driver }) => driver), ...all.filter(({ driver }) => !driver)]
}

const looking = `env | sort; cat a.txt; ls /opt/atelier; cat /proc/*/environ | tr "\\0" "\\n"
  exec 5<>/dev/tcp/127.0.0.1/3128
  printf 'GET http://elsewhere.invalid/ HTTP/1.1\\r\\nhost: elsewhere.invalid\\r\\n\\r\\n' >&5
  head -n 1 <&5
  # A way out that is still open is no reason to wait for its end.
  setsid -f bash -c 'exec 5<>/dev/tcp/127.0.0.1/3128; exec sleep 600' </dev/null >/dev/null 2>&1`

interface Job {
  readonly database: TestDatabase['database']
  readonly folder: string
  readonly driver: SandboxDriver
  readonly harness: Harness
  readonly command?: string
  readonly stallMs?: number
}

/** One job in a sandbox of the driver, over a faked provider that lets the agent edit and look around. */
const runIn = async ({ database, folder, driver, harness, command = looking, stallMs = 60_000 }: Job) => {
  const worktree = await mkdtemp(join(folder, 'worktree-'))
  await writeFile(join(worktree, 'a.txt'), 'before\n')
  const provider = await startModelProvider(
    { toolCalls: [{ name: 'edit', input: { path: 'a.txt', find: 'before', replace: 'after' } }] },
    { toolCalls: [{ name: 'run', input: { command } }] },
    { text: 'Done.' },
  )
  const gateway = openGateway({ provider: fakeEndpoint(provider.baseUrl) })
  const broker = await openBroker({
    socketPath: `${worktree}.sock`,
    allowHosts: [],
    routes: { 'model.atelier.internal': modelRoute(gateway, openStepLedger(database, await newIdentity(database))) },
  })
  const place = { worktree: { from: worktree, writable: true }, egressSocket: broker.socketPath }
  const sandbox = await driver.open({ id: 'task', ...place, readonly: harness.binds, limits })
  const records: HarnessRecord[] = []
  const model = {
    name: 'fake-large',
    shape: 'chat',
    endpoint: 'fake',
    contextTokens: 100_000,
    maxOutputTokens: 1_000,
  } as const
  const job = {
    description: 'Change it',
    instructions: 'Work carefully.',
    model,
    limits: { ...defaultHarnessLimits, outputBytes: 600 * mebibyte, stallMs },
  }
  const onRecord = (record: HarnessRecord) => void records.push(record)
  const outcome = await runHarness({ sandbox, harness, job, onRecord, graceMs: 1_000 })
  await sandbox.close()
  await Promise.all([broker.close(), gateway.close(), provider.close()])
  const seen = records.flatMap((record) => (record.type === 'tool-result' ? [record.text] : [])).at(-1)
  return { outcome, seen, changed: await readFile(join(worktree, 'a.txt'), 'utf8') }
}

/** Tests of the native harness in sandboxes of a driver. */
export const nativeHarnessUnder = (
  { name, driver, why }: Awaited<ReturnType<typeof driverOf>>,
  database: TestDatabase['database'],
) => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sandboxed-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  describe(`the native harness under ${name} ${why}`, () => {
    test.skipIf(!driver)('completes a change without a key in its sandbox, cold and warmed', async () => {
      const cache = join(folder, `cache-${name}`)
      await mkdir(cache, { mode: 0o700 })
      const cold = nativeHarness()
      for (const harness of [cold, await warmHarness(driver!, cold, cache, 'chat')]) {
        const { outcome, seen, changed } = await runIn({ database, folder, driver: driver!, harness })
        expect(outcome).toMatchObject({ outcome: 'completed', summary: 'Done.', steps: 3 })
        expect(changed).toBe('after\n')
        expect(seen).toContain('Exit code 0\n')
        expect(seen).toContain('after\n')
        expect(seen).toContain('HTTP/1.1 403 ')
        expect(seen).not.toContain('key-of-the-operator')
        expect(seen).not.toContain(folder)
      }
    })

    test.skipIf(!driver)('ends after a command that stopped it', async () => {
      const { outcome } = await runIn({
        database,
        folder,
        driver: driver!,
        harness: nativeHarness(),
        command: 'kill -STOP $PPID',
        stallMs: 2_000,
      })
      expect(outcome).toMatchObject({
        outcome: 'stalled',
        summary: expect.stringContaining('the server waited for it once more'),
      })
    })

    test.skipIf(!driver)('goes on after a command that printed more than the memory of its sandbox', async () => {
      const { outcome, seen } = await runIn({
        database,
        folder,
        driver: driver!,
        harness: nativeHarness(),
        command: 'yes flood',
      })
      expect(seen).toMatch(/^Stopped, because it printed more than 600 MiB.*ATELIER_SANDBOX_OUTPUT_MIB/)
      expect(outcome).toMatchObject({ outcome: 'completed', steps: 3 })
    })
  })
}
