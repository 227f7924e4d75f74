import { execFileSync } from 'node:child_process'
import { lookup } from 'node:dns/promises'
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
  type PackageParts,
} from '../../execution/packages/index.ts'
import { chooseDriver, makeSocketFolder, removeOwnFolder } from '../../execution/sandbox/index.ts'
import { readSetup } from '../../execution/setup/index.ts'
import { readConfiguration } from '../../platform/configuration/index.ts'
import { openDiskStore } from '../../platform/storage/index.ts'

interface TriedFiles {
  readonly managers: readonly string[]
  readonly setup: string
  readonly setupLog: string
  /** The hosts outside that the fetch reached. */
  readonly hosts: readonly string[]
  readonly exitCode: number | null
  readonly log: string
}

// The certificates of the machine, for networks that sign the answers of registries themselves.
const certificates = Object.fromEntries(
  ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'PIP_CERT', 'CARGO_HTTP_CAINFO', 'YARN_HTTPS_CA_FILE_PATH'].map((name) => [
    name,
    '/etc/ssl/certs/ca-certificates.crt',
  ]),
)

/** Brokers that note each host, and reach it also where a network answers for it at an address that is not public. */
const notingNetwork = () => {
  const hosts = new Set<string>()
  const network: PackageParts['network'] = {
    resolve: async (host) => {
      hosts.add(host)
      const { address, family } = await lookup(host)
      return [{ address, family: family === 6 ? 6 : 4 }]
    },
    reach: (address, port) => ({ address, port }),
  }
  return { hosts, network }
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
    const { hosts, network } = notingNetwork()
    const parts = { objects, sandboxes, sandboxLimits, socketFolder, egressHosts, registries, network }
    const tree = { name: 'tried', path: join(folder, 'tree'), readonly: [], environment: {} }
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(tree.path, path)), { recursive: true })
      writeFileSync(join(tree.path, path), text)
    }
    execFileSync('git', ['init', '--quiet'], { cwd: tree.path })
    const at = { day: new Date().toISOString().slice(0, 10), node: { machine: process.versions.node } }
    const derived = await readSetup(new Map(Object.entries(files)), { at, own: {} }, { key: 'tried', signal })
    if (!derived?.fetch) throw new Error('These files need no setup.')
    const fetch = { ...derived.fetch, environment: { ...derived.fetch.environment, ...certificates } }
    const plan = { ...derived, fetch }
    const source = { projectId: 'tried', repositoryId: 'tried', commit: 'tried', variables: {} }
    const keys = await keysOf({ ...parts, repositories: { treeOf: async () => 'tried' } }, source, plan)
    const setup = await installTree(parts, signal, tree, { plan, keys, keeps: 'nothing', variables: {} })
    const environment = worktreeEnvironment(parts, tree, plan)
    const ended = await withSandbox(parts, tree, { environment }, (inside) =>
      inside.run({ argv: ['sh', '-c', `${programsPath}; ${command}`], environment: { CI: 'true' }, signal }),
    )
    const { outcome, log } = setup
    return {
      managers: plan.managers,
      setup: outcome,
      setupLog: log,
      hosts: [...hosts],
      exitCode: ended.exitCode,
      log: logOf(ended),
    }
  } finally {
    await removeOwnFolder(socketFolder)
    rmSync(folder, { recursive: true, force: true })
  }
}
