import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  installTree,
  keysOf,
  logOf,
  programsPath,
  withSandbox,
  worktreeEnvironment,
} from '../../execution/packages/index.ts'
import { chooseDriver, makeSocketFolder, removeOwnFolder } from '../../execution/sandbox/index.ts'
import { readSetup } from '../../execution/setup/index.ts'
import { readConfiguration } from '../../platform/configuration/index.ts'
import { openDiskStore } from '../../platform/storage/index.ts'

interface TriedFiles {
  readonly managers: readonly string[]
  readonly setup: string
  readonly setupLog: string
  readonly exitCode: number | null
  readonly log: string
}

/** Sets files up as a commit's are, by the registries and programs of these settings, and runs a command over them. */
export const tryFiles = async (
  settings: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>>,
  command: string,
): Promise<TriedFiles> => {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-files-'))
  const socketFolder = await makeSocketFolder(tmpdir())
  const signal = new AbortController().signal
  try {
    const { sandbox } = readConfiguration({ DATABASE_URL: 'postgres://unused', ...settings })
    const { egressHosts, registries, limit: _1, driver, engine: _2, programs: _3, ...sandboxLimits } = sandbox
    const sandboxes = await chooseDriver(driver, sandbox)
    const objects = await openDiskStore(join(folder, 'objects'))
    const parts = { objects, sandboxes, sandboxLimits, socketFolder, egressHosts, registries }
    const tree = { name: 'tried', path: join(folder, 'tree'), readonly: [], environment: {} }
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(tree.path, path)), { recursive: true })
      writeFileSync(join(tree.path, path), text)
    }
    execFileSync('git', ['init', '--quiet'], { cwd: tree.path })
    const at = { day: new Date().toISOString().slice(0, 10), node: { machine: process.versions.node } }
    const plan = await readSetup(new Map(Object.entries(files)), { at, own: {} }, { key: 'tried', signal })
    if (!plan) throw new Error('These files need no setup.')
    const source = { projectId: 'tried', repositoryId: 'tried', commit: 'tried', variables: {} }
    const keys = await keysOf({ ...parts, repositories: { treeOf: async () => 'tried' } }, source, plan)
    const setup = await installTree(parts, signal, tree, { plan, keys, keeps: 'nothing', variables: {} })
    const environment = worktreeEnvironment(parts, tree, plan)
    const ended = await withSandbox(parts, tree, { environment }, (inside) =>
      inside.run({ argv: ['sh', '-c', `${programsPath}; ${command}`], environment: { CI: 'true' }, signal }),
    )
    const { outcome, log } = setup
    return { managers: plan.managers, setup: outcome, setupLog: log, exitCode: ended.exitCode, log: logOf(ended) }
  } finally {
    await removeOwnFolder(socketFolder)
    rmSync(folder, { recursive: true, force: true })
  }
}
