import { cargoHome } from './for-others.ts'

/** The wanted change to a package of a project. */
export interface DependencyChange {
  readonly action: 'add' | 'remove' | 'update'
  readonly name: string
  /** A version or a range, as the package manager writes it; by default the newest. */
  readonly range?: string | undefined
  /** Only for development, if the package manager has such a thing. */
  readonly dev?: boolean | undefined
}

type Commands = Readonly<Record<DependencyChange['action'], (change: DependencyChange) => string>>

// The name and the range are in the environment: no text of an agent's is ever part of a command.
const named = '"$ATELIER_PACKAGE"'
const ranged = ({ range }: DependencyChange, between = '@', newest = 'latest') =>
  range === undefined ? `"$ATELIER_PACKAGE${newest && between + newest}"` : `"$ATELIER_PACKAGE${between}$ATELIER_RANGE"`
const flag = (text: string, { dev }: DependencyChange) => (dev ? ` ${text}` : '')

const npmOnly = '--package-lock-only --ignore-scripts'
const pnpmOnly = '--lockfile-only --ignore-scripts --ignore-pnpmfile'
const yarnOnly = 'export YARN_CACHE_FOLDER="$SETUP_CACHE/yarn"; grep -q "^__metadata:" yarn.lock && yarn'
const cargo = `${cargoHome}; mkdir -p src && : >src/lib.rs; cargo`
const goGet = 'export GOMODCACHE="$SETUP_CACHE/go"; go get'
const composerOnly = '--no-install --no-scripts --no-plugins --no-interaction --no-progress --ignore-platform-reqs'

/** How each package manager writes manifest and lock file without installing anything or running a script. */
export const changeCommands: Readonly<Record<string, Commands | undefined>> = {
  npm: {
    add: (change) => `npm install ${npmOnly}${flag('--save-dev', change)} -- ${ranged(change)}`,
    remove: () => `npm uninstall ${npmOnly} -- ${named}`,
    update: (change) =>
      change.range === undefined ? `npm update ${npmOnly} -- ${named}` : `npm install ${npmOnly} -- ${ranged(change)}`,
  },
  pnpm: {
    add: (change) =>
      `pnpm add --ignore-workspace-root-check ${pnpmOnly}${flag('--save-dev', change)} ${ranged(change)}`,
    remove: () => `pnpm remove ${pnpmOnly} ${named}`,
    update: (change) => `pnpm update ${pnpmOnly} ${change.range === undefined ? named : ranged(change)}`,
  },
  yarn: {
    add: (change) => `${yarnOnly} add --mode=update-lockfile${flag('--dev', change)} ${ranged(change)}`,
    remove: () => `${yarnOnly} remove --mode=update-lockfile ${named}`,
    update: (change) => `${yarnOnly} up --mode=update-lockfile ${change.range === undefined ? named : ranged(change)}`,
  },
  bun: {
    add: (change) => `bun add --lockfile-only --ignore-scripts${flag('--dev', change)} ${ranged(change)}`,
    remove: () => `bun remove --lockfile-only --ignore-scripts ${named}`,
    update: (change) => `bun add --lockfile-only --ignore-scripts ${ranged(change)}`,
  },
  uv: {
    add: (change) => `uv add --no-sync --no-build${flag('--dev', change)} ${ranged(change, '', '')}`,
    remove: () => `uv remove --no-sync --no-build ${named}`,
    update: (change) =>
      change.range === undefined
        ? `uv lock --no-build --upgrade-package ${named}`
        : `uv add --no-sync --no-build ${ranged(change, '', '')}`,
  },
  cargo: {
    add: (change) => `${cargo} add${flag('--dev', change)} ${ranged(change, '@', '')} && cargo update --workspace`,
    remove: (change) => `${cargo} remove${flag('--dev', change)} ${named} && cargo update --workspace`,
    update: (change) =>
      change.range === undefined
        ? `${cargo} update --package ${named}`
        : `${cargo} add ${ranged(change)} && cargo update --workspace`,
  },
  go: {
    add: (change) => `${goGet} ${ranged(change)}`,
    remove: () => `${goGet} "$ATELIER_PACKAGE@none"`,
    update: (change) => `${goGet} ${ranged(change)}`,
  },
  composer: {
    add: (change) => `composer require ${composerOnly}${flag('--dev', change)} ${ranged(change, ':', '')}`,
    remove: (change) => `composer remove ${composerOnly}${flag('--dev', change)} ${named}`,
    update: (change) =>
      change.range === undefined
        ? `composer update ${composerOnly} ${named}`
        : `composer require ${composerOnly} ${ranged(change, ':')}`,
  },
}
