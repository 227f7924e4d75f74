import { jsonObject } from '../../packages/foreign-json/index.ts'
import { copyFromCache, isNamed, packagesVariable } from './phases.ts'
import type { NodeVersions, PackageManager, SetupFiles } from './phases.ts'
import { isWorkflow } from './node-of-pipelines.ts'
import { fetchTools, pnpmTool, useTools, yarnTool } from './node-tools.ts'
import { publicRegistries } from './public-registries.ts'

const lifecycle = 'preinstall install postinstall prepublish preprepare prepare postprepare dependencies'.split(' ')

/** Whether a manifest of the repository has a script that an install runs. One that cannot be read counts as one. */
const hasOwnScripts = (files: SetupFiles): boolean =>
  files.has('binding.gyp') ||
  [...files].some(([path, text]) => {
    if (!isNamed('package.json')(path)) return false
    const scripts = jsonObject(text)?.scripts ?? {}
    return jsonObject(text) === undefined || lifecycle.some((name) => Object.hasOwn(scripts, name))
  })

const npmLock = (files: SetupFiles) =>
  jsonObject(files.get('npm-shrinkwrap.json') ?? files.get('package-lock.json') ?? '')

// A package of the repository itself may have scripts that are missing in its lock file.
const npmRunsCode = (files: SetupFiles): boolean => {
  const { packages } = (npmLock(files) ?? {}) as {
    readonly packages?: Readonly<Record<string, { hasInstallScript?: unknown; resolved?: unknown } | null>>
  }
  if (!packages || hasOwnScripts(files)) return true
  return Object.values(packages).some((one) => one?.hasInstallScript !== undefined || isLocalFile(one?.resolved))
}

const isLocalFile = (resolved: unknown) => typeof resolved === 'string' && resolved.startsWith('file:')

/** Nothing from a registry: only the packages of the repository, linked or not. */
const npmIsEmpty = (files: SetupFiles): boolean => {
  const lock = npmLock(files)
  if (!lock || lock.dependencies !== undefined) return false
  return Object.keys(lock.packages ?? {}).every((path) => !/(^|\/)node_modules\//.test(path))
}

/** Settings of npm, under the names by which pnpm 11 and later read them as well. */
export const npmSettings = (settings: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    ['npm', 'pnpm'].flatMap((program) =>
      Object.entries(settings).map(([name, value]) => [`${program}_config_${name}`, value]),
    ),
  )

// A registry that is out of reach is reported in seconds: by default npm waits for 70 seconds before it fails.
const patience = { fetch_retries: '1', fetch_retry_mintimeout: '1000', fetch_retry_maxtimeout: '2000' }

const quiet = {
  ...npmSettings({ ...patience, audit: 'false', fund: 'false', update_notifier: 'false' }),
  COREPACK_ENABLE_DOWNLOAD_PROMPT: '0',
}

const withoutScripts = { ...quiet, ...npmSettings({ ignore_scripts: 'true' }) }

export const npmMirror = (address: string) => ({
  ...npmSettings({ registry: address, replace_registry_host: 'always' }),
  COREPACK_NPM_REGISTRY: address,
})

const corepack = 'export COREPACK_HOME="$SETUP_CACHE/corepack"'

// Native packages are compiled with the headers of Node, which node-gyp would otherwise download.
const headers =
  'for prefix in "$(dirname "$(dirname "$(command -v node)")")" /usr /usr/local; do ' +
  'if [ -e "$prefix/include/node/node.h" ]; then export npm_config_nodedir="$prefix"; break; fi; done'

export const npmCache = 'export npm_config_cache="$SETUP_CACHE/npm"'

// A lock file may name no addresses; then npm finds the fetched packages by the registry's address.
export const keepRegistry =
  '[ -z "$npm_config_registry" ] || printf %s "$npm_config_registry" >"$SETUP_CACHE/npm-registry"'
const sameRegistry =
  'if [ -e "$SETUP_CACHE/npm-registry" ]; then npm_config_registry="$(cat "$SETUP_CACHE/npm-registry")"; ' +
  'export npm_config_registry npm_config_replace_registry_host=always; fi'

const isNodeVersion = (path: string) => ['.nvmrc', '.node-version', '.tool-versions'].includes(path) || isWorkflow(path)

const ofNpm = {
  ecosystem: 'npm',
  provides: (files: SetupFiles, node: NodeVersions) => fetchTools(files, node),
  uses: useTools,
  mirror: npmMirror,
} as const

/** Provides the Node that people ask for to a project without packages of npm. */
export const nodeAlone: PackageManager = {
  ...ofNpm,
  name: 'node',
  tools: ['node --version'],
  applies: () => false,
  needs: () => false,
  runsCode: () => false,
  fetch: { command: 'true', environment: quiet },
  offline: '',
  install: () => ({ command: 'true', environment: {} }),
}

/**
 * Shell that fetches as well for folders with a lock file of their own, if a script of the install names them, such as
 * `npm install --prefix website`. A folder that cannot be fetched is left to its script.
 */
const alsoIn = (lock: string, fetch: string) =>
  `for lock in */${lock} */*/${lock}; do folder="$(dirname "$lock")"; ` +
  `if [ -e "$lock" ] && grep -E '"(pre|post)?(install|prepare)" *:' package.json | grep -qwF -- "$folder"; then ` +
  `( cd "$folder" && ${fetch} ) || echo "The packages of $folder were not fetched."; fi; done`

export const npm: PackageManager = {
  ...ofNpm,
  name: 'npm',
  tools: ['node --version', 'npm --version'],
  applies: (files) => files.has('package.json') && (files.has('package-lock.json') || files.has('npm-shrinkwrap.json')),
  needs: (path) =>
    isNamed('package.json', 'package-lock.json', 'npm-shrinkwrap.json', '.npmrc', 'binding.gyp')(path) ||
    isNodeVersion(path),
  isEmpty: npmIsEmpty,
  runsCode: npmRunsCode,
  fetch: {
    command: `${npmCache}; ${keepRegistry}; npm ci --ignore-scripts && ${alsoIn('package-lock.json', 'npm ci --ignore-scripts')}`,
    environment: withoutScripts,
  },
  offline: `${npmCache} npm_config_offline=true; ${sameRegistry}; ${headers}`,
  install: (runsCode) => ({ command: `npm ci${runsCode ? '' : ' --ignore-scripts'}`, environment: quiet }),
}

export const pnpmStore = `${corepack} npm_config_store_dir="$SETUP_CACHE/pnpm" pnpm_config_store_dir="$SETUP_CACHE/pnpm"`

const pnpmFetch = 'pnpm fetch --ignore-scripts --ignore-pnpmfile'

export const pnpm: PackageManager = {
  ...ofNpm,
  name: 'pnpm',
  provides: (files, node) => fetchTools(files, node, pnpmTool(files)),
  tools: ['node --version'],
  applies: (files) => files.has('package.json') && files.has('pnpm-lock.yaml'),
  needs: (path) =>
    isNamed('package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', '.npmrc')(path) ||
    isNodeVersion(path) ||
    /^patches\/[^/]+$/.test(path),
  runsCode: () => true,
  // Without --ignore-scripts, `pnpm fetch` runs the build scripts of packages.
  fetch: {
    command: `${pnpmStore}; ${pnpmFetch} && ${alsoIn('pnpm-lock.yaml', `${pnpmFetch} --ignore-workspace`)}`,
    environment: withoutScripts,
  },
  offline: `${pnpmStore} npm_config_offline=true pnpm_config_offline=true; ${headers}`,
  install: () => ({
    command: 'pnpm install --offline --frozen-lockfile --package-import-method copy --config.confirmModulesPurge=false',
    // Ages of packages are checked by dates of the registry, in the fetch.
    environment: { ...quiet, pnpm_config_minimum_release_age: '0' },
  }),
  // pnpm 11 installs again, from the network, before it runs a script where its store or a setting is another.
  later: { pnpm_config_verify_deps_before_run: 'false' },
}

const yarnMirror = (address: string) => ({
  ...npmMirror(address),
  YARN_REGISTRY: address,
  YARN_NPM_REGISTRY_SERVER: address,
  YARN_UNSAFE_HTTP_WHITELIST: new URL(address).hostname,
})

const yarnSettings = { ...quiet, YARN_ENABLE_GLOBAL_CACHE: 'false', YARN_ENABLE_TELEMETRY: '0' }

// A later Yarn's lock file records the compression of archives, which a setting outside of the fetch chose.
const compression =
  'level="$(sed -nE "s/^  cacheKey: [0-9]+c?([0-9]*)$/\\1/p" yarn.lock)"; [ -n "$level" ] || level=mixed; export YARN_COMPRESSION_LEVEL="$level"'

export const yarnCache = `${corepack} YARN_CACHE_FOLDER="$SETUP_CACHE/yarn"`

const npmHosts = publicRegistries.npm.map((host) => host.replaceAll('.', '\\.')).join('|')
// Yarn 1 asks the address of the lock file, despite a configured registry.
const classicMirror =
  '[ -z "$npm_config_registry" ] || ' + `sed -i -E "s#https://(${npmHosts})/#$npm_config_registry#" yarn.lock`

// With Plug'n'Play, packages are used from the cache, which therefore has to stay.
const keepZips =
  `if grep -q '^__metadata:' yarn.lock && ! grep -Eqs '^nodeLinker: *.?(node-modules|pnpm)' .yarnrc.yml; then ` +
  `${copyFromCache('yarn')} && export YARN_CACHE_FOLDER="$${packagesVariable}/yarn"; fi`

const eachYarn = (modern: string, classic: string) =>
  `if grep -q '^__metadata:' yarn.lock; then ${compression}; yarn install --immutable ${modern}; ` +
  `else yarn install --frozen-lockfile --non-interactive ${classic}; fi`

// Yarn 1 keeps each package, also packages for other systems, both packed and unpacked, and uses the unpacked copy.
export const dropPacked = 'find "$SETUP_CACHE/yarn" -name .yarn-tarball.tgz -delete'

// Yarn 2 and later reads no other names of a proxy, and hangs on a registry that only a proxy reaches.
export const yarnProxy =
  'if [ -n "$HTTP_PROXY" ]; then export YARN_HTTP_PROXY="$HTTP_PROXY" YARN_HTTPS_PROXY="$HTTP_PROXY"; fi'

const yarnFetch = `${classicMirror}; ${eachYarn('--mode=skip-build', '--ignore-scripts')}`

/** Both yarns; `.yarnrc.yml` and `.yarnrc`, which name programs to run, stay out of the fetch. */
export const yarn: PackageManager = {
  ...ofNpm,
  name: 'yarn',
  provides: (files, node) => fetchTools(files, node, yarnTool(files)),
  tools: ['node --version'],
  applies: (files) => files.has('package.json') && files.has('yarn.lock'),
  needs: (path) =>
    isNamed('package.json', 'yarn.lock')(path) || isNodeVersion(path) || path.startsWith('.yarn/patches/'),
  runsCode: () => true,
  fetch: {
    command: `${yarnCache}; ${yarnProxy}; ${yarnFetch} && ${alsoIn('yarn.lock', `{ ${yarnFetch}; }`)} && ${dropPacked}`,
    environment: {
      ...yarnSettings,
      YARN_IGNORE_PATH: '1',
      YARN_ENABLE_SCRIPTS: 'false',
      YARN_NODE_LINKER: 'node-modules',
    },
  },
  // As Yarn runs a script: programs that it starts with yarn print no frame.
  later: { YARN_WRAP_OUTPUT: 'false' },
  offline: `${yarnCache} YARN_ENABLE_NETWORK=0; ${keepZips}; ${headers}`,
  install: () => ({
    command: eachYarn('--immutable-cache', '--offline'),
    environment: { ...yarnSettings, YARN_ENABLE_SCRIPTS: 'true' },
  }),
  mirror: yarnMirror,
}

export const bunCache = 'export BUN_INSTALL_CACHE_DIR="$SETUP_CACHE/bun"'

// A package without an address is fetched from the public registry, despite a configured one.
const bunLockMirror =
  'if [ -n "$BUN_CONFIG_REGISTRY" ] && [ -e bun.lock ]; then sed -i -E ' +
  `'s#\\["((@[^"/]+/)?([^"@/]+))@([^"]+)", ?"[^"]*", ?\\{#["\\1@\\4", "'"$BUN_CONFIG_REGISTRY"'\\1/-/\\3-\\4.tgz", {#g' bun.lock; fi`

const bunFetch = `${bunLockMirror}; bun install --frozen-lockfile --ignore-scripts`

export const bun: PackageManager = {
  ...ofNpm,
  name: 'bun',
  tools: ['bun --version'],
  applies: (files) => files.has('package.json') && (files.has('bun.lock') || files.has('bun.lockb')),
  needs: (path) => isNamed('package.json', 'bun.lock', 'bun.lockb', '.npmrc')(path) || isNodeVersion(path),
  runsCode: () => true,
  // Its cache names the registry, which the install needs as well.
  fetch: {
    command: `${bunCache}; ${bunFetch} && ${alsoIn('bun.lock', `{ ${bunFetch}; }`)} && printf %s "$BUN_CONFIG_REGISTRY" >"$SETUP_CACHE/bun-registry"`,
    environment: quiet,
  },
  offline: `${bunCache}; if [ -s "$SETUP_CACHE/bun-registry" ]; then export BUN_CONFIG_REGISTRY="$(cat "$SETUP_CACHE/bun-registry")"; fi; ${headers}`,
  install: () => ({ command: 'bun install --frozen-lockfile', environment: quiet }),
  mirror: (address) => ({ ...npmMirror(address), BUN_CONFIG_REGISTRY: address }),
}

/** In the order in which they are asked: npm's lock file is often left behind by those who changed to another. */
export const nodeManagers: readonly PackageManager[] = [pnpm, yarn, bun, npm]
