import type {
  BundleToInspect,
  InspectionResult,
  Repositories,
  RunUntrusted,
} from '../../../execution/repositories/index.ts'
import { worktreePath, type SandboxDriver, type SandboxLimits } from '../../../execution/sandbox/index.ts'
import type { SandboxUse } from '../../../platform/contract/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Engine } from '../../../platform/jobs/index.ts'

export interface InspectParts {
  readonly repositories: Repositories
  readonly sandboxes: SandboxDriver
  readonly sandboxLimits: SandboxLimits
}

export interface Bundle {
  /** Id of its owner; no two are checked under one id at a time. */
  readonly id: string
  readonly bundlePath: string
  readonly bundleSizeBytes: number
  readonly commitSha: string
  readonly branch: string
  readonly base?: BundleToInspect['base']
}

/** Unpacks a bundle out of everyone's sight, in a sandbox. */
export const inspectInSandbox = (
  parts: InspectParts,
  { id, bundleSizeBytes, ...bundle }: Bundle,
  signal: AbortSignal,
): Promise<InspectionResult> =>
  parts.repositories.inspectBundle({ ...bundle, run: inSandbox(parts, id, bundleSizeBytes), signal })

/** Runs git over unchecked bytes, with only those bytes in sight. */
const inSandbox =
  ({ sandboxes, sandboxLimits }: InspectParts, id: string, bundleBytes: number): RunUntrusted =>
  async (argv, { readonly, writable, wallMs, signal }) => {
    const sandbox = await sandboxes.open({
      id: `bundle-${id}`,
      worktree: { from: writable, writable: true },
      readonly: readonly.map((path) => ({ from: path, to: path })),
      limits: limitsFor(sandboxLimits, bundleBytes),
    })
    try {
      const command = { argv, cwd: worktreePath, wallMs: Math.min(wallMs, sandboxLimits.wallMs) }
      return await sandbox.run({ ...command, ...(signal && { signal }) })
    } finally {
      await sandbox.close()
    }
  }

/** A pack is as large as its bundle, and is unpacked beside it: a bundle that may be uploaded may be checked. */
const limitsFor = (limits: SandboxLimits, bundleBytes: number): SandboxLimits => ({
  ...limits,
  fileSizeBytes: Math.max(limits.fileSizeBytes, 2 * bundleBytes),
  diskBytes: Math.max(limits.diskBytes, 4 * bundleBytes),
})

/** Does work in a sandbox, or returns the instance's budget if none is free; `anywhere` allows another machine. */
export const withSandboxSlot = async <T>(
  { database, engine: { slots } }: { readonly database: Database; readonly engine: Engine },
  workspace: string,
  work: (address: string | undefined) => Promise<T>,
  { anywhere = false } = {},
): Promise<{ readonly done: T } | ({ readonly done?: undefined } & SandboxUse)> => {
  const take = () => database.within(workspace, anywhere ? slots.takeAnywhere : slots.take)
  let taken = await take()
  if (!('slot' in taken) && (await slots.askForOne())) taken = await take()
  if (!('slot' in taken)) return taken
  const { slot, address } = { address: undefined, ...taken }
  try {
    return { done: await work(address) }
  } finally {
    await database.within(workspace, (tx) => slots.free(tx, slot)).catch(() => slots.abandon(slot))
  }
}
