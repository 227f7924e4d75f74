import type { ShapeName } from '../models/index.ts'
import { type SandboxDriver, worktreePath } from '../sandbox/index.ts'
import { defaultHarnessLimits } from './job.ts'
import type { Harness } from './registry.ts'
import { runHarness } from './run.ts'

const cachePath = '/opt/atelier/cache'
const mebibyte = 1024 * 1024

const limits = {
  cpuSeconds: 60,
  memoryBytes: 1024 * mebibyte,
  processes: 64,
  fileSizeBytes: 64 * mebibyte,
  diskBytes: 256 * mebibyte,
  wallMs: 60_000,
  outputBytes: mebibyte,
}

/**
 * Compiles a harness ahead of time, which halves its start: it runs once, without a model, in a sandbox that may write
 * `folder` alone, with all that it needs to speak to a model of that shape. The harness that comes back shows that
 * folder read-only to later sandboxes. Call it at each start of the server, with a folder that nothing else writes; its
 * folder has to be as private as a worktree's.
 */
export const warmHarness = async (driver: SandboxDriver, harness: Harness, folder: string, shape: ShapeName) => {
  const sandbox = await driver.open({
    id: 'warm-harness',
    worktree: { from: folder, writable: true },
    readonly: harness.binds,
    limits,
  })
  try {
    await runHarness({
      sandbox,
      harness: { ...harness, environment: { NODE_COMPILE_CACHE: worktreePath } },
      job: {
        instructions: '',
        description: 'No model answers this: the harness ends as soon as it has tried.',
        model: { name: 'none', shape, endpoint: 'none', contextTokens: 1, maxOutputTokens: 1 },
        limits: { ...defaultHarnessLimits, wallMs: 30_000, backoffMs: 1 },
      },
    })
  } finally {
    await sandbox.close()
  }
  return {
    ...harness,
    binds: [...harness.binds, { from: folder, to: cachePath }],
    environment: { NODE_COMPILE_CACHE: cachePath },
  }
}
