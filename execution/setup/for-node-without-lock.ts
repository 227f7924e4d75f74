import {
  bun,
  bunCache,
  keepRegistry,
  npm,
  npmCache,
  npmSettings,
  dropPacked,
  pnpm,
  pnpmStore,
  yarn,
  yarnCache,
  yarnProxy,
} from './for-node.ts'
import { refusedSource, requestedManager, requestedPackages, workspacePatterns } from './node-manifests.ts'
import type { NodeManagerName } from './node-manifests.ts'
import { keepLock, lendLock, type PackageManager, type SetupFiles } from './phases.ts'

const asksForNothing = (files: SetupFiles): boolean =>
  requestedPackages(files).length === 0 && workspacePatterns(files).length === 0

interface Resolution {
  readonly manager: PackageManager
  readonly lock: string
  /** Shell that writes the lock file from the manifests and fetches its packages, without running a script. */
  readonly fetch: string
  readonly environment?: Readonly<Record<string, string>>
  /** The environment that hides packages published since a day. */
  readonly before?: (day: string) => Readonly<Record<string, string>>
}

/** Which scripts there are is known once the versions are, so that the install counts as running code. */
const withoutLock = (name: NodeManagerName, { manager, lock, fetch, environment, before }: Resolution) => ({
  ...manager,
  applies: (names: ReadonlySet<string>) => names.has('package.json'),
  isFor: (files: SetupFiles) => requestedManager(files) === name,
  isEmpty: asksForNothing,
  refuses: refusedSource,
  runsCode: () => true,
  fetch: { command: fetch, environment: { ...manager.fetch.environment, ...environment } },
  offline: `${lendLock(lock)}\n${manager.offline}`,
  resolves: (day: string) => before?.(day) ?? {},
})

// The package-lock=false of many libraries is for their authors.
const npmWithoutLock = withoutLock('npm', {
  manager: npm,
  lock: 'package-lock.json',
  fetch: `${npmCache}; ${keepRegistry}; npm install --package-lock-only --ignore-scripts && ${keepLock('package-lock.json')} && npm ci --ignore-scripts`,
  environment: npmSettings({ package_lock: 'true' }),
  before: (day) => npmSettings({ before: `${day}T00:00:00Z` }),
})

const pnpmOnly = '--ignore-scripts --ignore-pnpmfile'

const pnpmWithoutLock = withoutLock('pnpm', {
  manager: pnpm,
  lock: 'pnpm-lock.yaml',
  fetch: `${pnpmStore}; pnpm install --lockfile-only --no-frozen-lockfile ${pnpmOnly} && ${keepLock('pnpm-lock.yaml')} && pnpm fetch ${pnpmOnly}`,
  environment: npmSettings({ lockfile: 'true' }),
})

const yarnWithoutLock = withoutLock('yarn', {
  manager: yarn,
  lock: 'yarn.lock',
  fetch:
    `${yarnCache}; ${yarnProxy}; case "$(yarn --version)" in 1.*) yarn install --non-interactive --ignore-scripts ;; ` +
    `*) : >yarn.lock; yarn install --no-immutable --mode=skip-build ;; esac && ${keepLock('yarn.lock')} && ${dropPacked}`,
})

const bunWithoutLock = withoutLock('bun', {
  manager: bun,
  lock: 'bun.lock',
  fetch: `${bunCache}; bun install --ignore-scripts && ${keepLock('bun.lock')} && printf %s "$BUN_CONFIG_REGISTRY" >"$SETUP_CACHE/bun-registry"`,
})

/** For Node projects whose lock file is not in the repository. */
export const nodeManagersWithoutLock: readonly PackageManager[] = [
  pnpmWithoutLock,
  yarnWithoutLock,
  bunWithoutLock,
  npmWithoutLock,
]
