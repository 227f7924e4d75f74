import { isNamed, keepLock, lendLock } from './phases.ts'
import type { NodeVersions, PackageManager, Phase, SetupFiles } from './phases.ts'
import { isGemspec } from './gem-requirements.ts'
import { nodeAlone, nodeManagers } from './for-node.ts'
import { nodeManagersWithoutLock } from './for-node-without-lock.ts'
import { javaManagers } from './for-java.ts'
import { otherManagers } from './for-others.ts'
import { rubyManagers } from './for-ruby.ts'
import { isWorkflow } from './node-of-pipelines.ts'
import { fetchTools } from './node-tools.ts'
import { nodeVersionIn } from './node-version.ts'
import type { Ecosystem } from './public-registries.ts'
import { pythonManagers } from './for-python.ts'
import { watches, watchesSentence } from './watching.ts'
import { jsonObject } from '../../packages/foreign-json/index.ts'

const composerFolders = 'export COMPOSER_CACHE_DIR="$SETUP_CACHE/composer" COMPOSER_HOME="$TMPDIR/composer";'

// Composer takes another registry only from a file.
const composerMirror =
  '[ -z "$ATELIER_PACKAGIST" ] || { mkdir -p "$COMPOSER_HOME" && printf ' +
  `'{"config":{"secure-http":false},"repositories":[{"type":"composer","url":"%s"},{"packagist.org":false}]}' ` +
  '"$ATELIER_PACKAGIST" >"$COMPOSER_HOME/config.json"; };'

// Folders that are loaded as classes are only in the tree.
const withoutTree = '--no-scripts --no-plugins --no-autoloader --no-interaction --no-progress --prefer-dist'

const composer: PackageManager = {
  name: 'composer',
  ecosystem: 'packagist',
  tools: ['php --version', 'composer --version'],
  applies: (files) => files.has('composer.json') && files.has('composer.lock'),
  needs: isNamed('composer.json', 'composer.lock'),
  runsCode: () => true,
  fetch: {
    command: `${composerFolders} ${composerMirror} composer install ${withoutTree} --ignore-platform-reqs`,
    environment: { COMPOSER_ALLOW_SUPERUSER: '0' },
  },
  offline: `${composerFolders} export COMPOSER_DISABLE_NETWORK=1`,
  install: () => ({ command: 'composer install --no-interaction --no-progress --prefer-dist', environment: {} }),
  mirror: (address) => ({ ATELIER_PACKAGIST: address }),
}

/** Whether a manifest names neither packages nor classes to load. Names without a vendor are PHP and its extensions. */
const asksForNothing = (files: SetupFiles): boolean => {
  const manifest = jsonObject(files.get('composer.json') ?? '') ?? {}
  const names = [manifest.require, manifest['require-dev']].flatMap((list) => Object.keys(list ?? {}))
  const loads = manifest.autoload !== undefined || manifest['autoload-dev'] !== undefined
  return !loads && !names.some((name) => name.includes('/'))
}

/** Versions that run on the machine's PHP are chosen. */
const composerWithoutLock: PackageManager = {
  ...composer,
  applies: (files) => files.has('composer.json'),
  isEmpty: asksForNothing,
  fetch: {
    command: `${composerFolders} ${composerMirror} composer update ${withoutTree} && ${keepLock('composer.lock')}`,
    environment: { ...composer.fetch.environment, COMPOSER_NO_AUDIT: '1' },
  },
  offline: `${lendLock('composer.lock')}\n${composer.offline}`,
  resolves: () => ({}),
}

const managers: readonly PackageManager[] = [
  ...nodeManagers,
  ...nodeManagersWithoutLock,
  ...pythonManagers,
  ...rubyManagers,
  composer,
  composerWithoutLock,
  ...otherManagers,
  ...javaManagers,
]

/** Commands of the project's own, that replace commands from its files. `ecosystems` leaves out all other packages. */
export interface SetupOverrides {
  readonly fetch?: string | undefined
  readonly setup?: string | undefined
  readonly ecosystems?: readonly Ecosystem[] | undefined
}

/** The day as of which versions are taken without a lock file, such as `2026-03-04`, and the versions of Node. */
export interface SetupTime {
  readonly day: string
  readonly node: NodeVersions
}

/**
 * How a project is set up.
 *
 * - `files` are all that the fetch sees. Contents are Latin-1 text, so that every byte survives.
 * - `ecosystems` are the registries that it asks.
 * - `runsCode`: the result may depend on every file of the repository, not only on `files`.
 * - `isOwn`: the install is the project's own; `asksForNode`: people ask for a version of Node.
 * - `resolvedOn` is the day of the versions if the repository has no lock file, such as `2026-03-04`.
 * - `refused` is a sentence for people, in place of a fetch.
 */
export interface SetupPlan {
  readonly managers: readonly string[]
  readonly ecosystems: readonly Ecosystem[]
  readonly tools: readonly string[]
  readonly files: SetupFiles
  readonly fetch: Phase | undefined
  readonly install: Phase
  readonly later: Readonly<Record<string, string>>
  readonly runsCode: boolean
  readonly isOwn: boolean
  readonly asksForNode: boolean
  readonly resolvedOn?: string
  readonly refused?: string
}

const mostFiles = 2_000

/** The files of a commit that any package manager reads before it installs, at most 2,000 of them. */
export const setupFilesAmong = (paths: readonly string[]): readonly string[] =>
  paths
    .filter((path) => !/(^|\/)(node_modules|vendor|\.git|\.venv)\//.test(path) || path === 'vendor/modules.txt')
    .filter((path) => path === 'vendor/modules.txt' || managers.some((manager) => manager.needs(path)))
    .slice(0, mostFiles)

/** The managers of a project, at most one for each ecosystem. */
export const managersOf = (files: SetupFiles): readonly PackageManager[] => {
  const names = new Set(files.keys())
  const found = managers.filter((manager) => manager.applies(names) && (manager.isFor?.(files) ?? true))
  return found.filter((manager, at) => found.findIndex(({ ecosystem }) => ecosystem === manager.ecosystem) === at)
}

/**
 * Returns the set-up of a project with these files (among those from `setupFilesAmong`); undefined if it needs no
 * set-up. A `setup` of its own replaces the install, a `fetch` of its own the fetch; an empty `setup` means none.
 */
export const deriveSetup = (files: SetupFiles, at: SetupTime, own: SetupOverrides = {}): SetupPlan | undefined => {
  if (own.setup === '') return undefined
  const found = managersOf(files).filter(({ ecosystem }) => own.ecosystems?.includes(ecosystem) ?? true)
  const withPackages = found.filter((manager) => !manager.isEmpty?.(files) && !isLeftToOwn(manager, files, own))
  const used = lacksNode(withPackages, at) ? [...withPackages, nodeAlone] : withPackages
  const { requested } = at.node
  const isUnknown = requested !== undefined && nodeVersionIn(requested) === undefined
  if (used.length === 0 && !own.setup && !own.fetch && !isUnknown) return undefined
  const refusedByManager = own.fetch ? undefined : used.map((manager) => manager.refuses?.(files)).find((one) => one)
  const watching = [own.setup, own.fetch].some((command) => command !== undefined && watches(command))
  const refused = isUnknown ? unknownRuntime : watching ? watchesSentence : refusedByManager
  const resolves = used.some((manager) => manager.resolves)
  const runsCode = own.setup !== undefined || used.some((manager) => manager.runsCode(files))
  return {
    managers: used.map(({ name }) => name),
    ecosystems: used.map(({ ecosystem }) => ecosystem),
    tools: [...new Set(used.flatMap(({ tools }) => tools))],
    files: filesFor(used, files, own),
    fetch: fetchOf(used, files, at, own),
    install: installOf(used, files, at, own),
    later: Object.assign({}, ...used.map(({ later }) => later)) as Record<string, string>,
    runsCode,
    isOwn: own.setup !== undefined,
    asksForNode: requested !== undefined,
    ...(resolves && { resolvedOn: at.day }),
    ...(refused && { refused }),
  }
}

/** The environment that sends the fetch of managers with these names to another registry, at a plain address. */
export const mirrorFor = (
  names: readonly string[],
  ecosystem: Ecosystem,
  address: string,
): Readonly<Record<string, string>> =>
  Object.assign(
    {},
    ...[...managers, nodeAlone]
      .filter((one) => one.ecosystem === ecosystem && names.includes(one.name))
      .map((one) => one.mirror?.(address)),
  ) as Record<string, string>

const unknownRuntime =
  'The runtimeVersion of the agent is no version of Node from 14 to 40. Write it as 22 or 22.11.0, or leave it out for the runtimes of the machine.'

/** Whether people ask for a Node that no manager of the project brings along. */
const lacksNode = (used: readonly PackageManager[], { node }: SetupTime): boolean =>
  used.every(({ ecosystem }) => ecosystem !== 'npm') && fetchTools(new Map(), node) !== ''

const fetchOf = (used: readonly PackageManager[], files: SetupFiles, at: SetupTime, own: SetupOverrides) => {
  const derived = together(used.map((manager) => fetchBy(manager, files, at)))
  const node = at.node.requested === undefined ? '' : fetchTools(files, at.node)
  if (own.fetch) return { ...derived, command: `${node}${own.fetch}` }
  return used.length === 0 ? undefined : derived
}

/** A setup of the project's own does without packages that cannot be fetched. */
const isLeftToOwn = (manager: PackageManager, files: SetupFiles, { setup, fetch }: SetupOverrides): boolean =>
  setup !== undefined && !fetch && manager.refuses?.(files) !== undefined

/** The day is in the environment of every fetch that resolves, so that a resolution on another day is another set. */
const fetchBy = ({ fetch, resolves, provides }: PackageManager, files: SetupFiles, { day, node }: SetupTime) => ({
  command: `${provides?.(files, node) ?? ''}${fetch.command}`,
  environment: { ...fetch.environment, ...(resolves && { ATELIER_RESOLVED_ON: day, ...resolves(day) }) },
})

const installOf = (used: readonly PackageManager[], files: SetupFiles, { node }: SetupTime, own: SetupOverrides) => {
  const offline = used
    .map(({ offline: shell, provides, uses }) => `${uses?.(provides?.(files, node) ?? '') ?? ''}${shell}\n`)
    .join('')
  const derived = together(used.map((manager) => manager.install(manager.runsCode(files))))
  return { ...derived, command: own.setup === undefined ? `set -e\n${offline}${derived.command}` : offline + own.setup }
}

// Each command in a shell of its own: exports and folders of a command do not affect the next.
const together = (phases: readonly Phase[]): Phase => ({
  command: phases.length === 1 ? phases[0]!.command : phases.map(({ command }) => `( ${command} )`).join(' && '),
  environment: Object.assign({}, ...phases.map(({ environment }) => environment)) as Record<string, string>,
})

/** A fetch of the project's own sees what any manager would; a derived one what its managers need, as they need it. */
const filesFor = (used: readonly PackageManager[], files: SetupFiles, { fetch }: SetupOverrides): SetupFiles => {
  // No fetch has setup.py, a Gemfile or a gemspec, which are programs that installers run; workflows give only a
  // version.
  const visible = [...files].filter(([path]) => !isWorkflow(path))
  if (fetch) return new Map(visible.filter(([path]) => !isProgram(path)))
  const shown = new Map<string, string>()
  for (const { needs, prepare } of used) {
    const needed = new Map(visible.filter(([path]) => needs(path)))
    for (const [path, text] of prepare ? prepare(needed) : needed) shown.set(path, text)
  }
  return shown
}

const isProgram = (path: string) => path === 'setup.py' || path === 'Gemfile' || isGemspec(path)
