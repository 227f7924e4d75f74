import { isNamed, nothingMore, copyFromCache, type PackageManager, type SetupFiles } from './phases.ts'
import { goProxy } from './public-registries.ts'

// Cargo wants a target for each package; an empty one does, and no build script runs.
const emptyTargets =
  'find . -name Cargo.toml -exec sh -c \'for file; do folder="$(dirname "$file")/src"; mkdir -p "$folder"; : >"$folder/lib.rs"; : >"$folder/main.rs"; done\' sh {} +'

/** Cargo takes another registry only from a file, which has to stay: the fetched packages are under its name. */
export const cargoHome =
  'export CARGO_HOME="$SETUP_CACHE/cargo"; mkdir -p "$CARGO_HOME"; [ -z "$ATELIER_CRATES" ] || printf ' +
  `'[source.crates-io]\\nreplace-with = "mirror"\\n[source.mirror]\\nregistry = "sparse+%s"\\n' "$ATELIER_CRATES" >"$CARGO_HOME/config.toml"`

const manifestMostChars = 1_048_576

/** Manifests without the targets that they name one by one, whose files are not in the fetch. */
const withoutTargets = (files: SetupFiles): SetupFiles =>
  new Map(
    [...files].map(([path, text]) => {
      if (!isNamed('Cargo.toml')(path) || text.length > manifestMostChars) return [path, text]
      const tables = text.split(/^(?=\[)/m)
      return [path, tables.filter((table) => !/^\[\[(bench|example|test|bin)\]\]/.test(table)).join('')]
    }),
  )

/** `.cargo/config.toml`, which names programs to run, stays out of the fetch. */
const cargo: PackageManager = {
  name: 'cargo',
  ecosystem: 'crates',
  tools: ['cargo --version'],
  applies: (files) => files.has('Cargo.toml') && files.has('Cargo.lock'),
  needs: isNamed('Cargo.toml', 'Cargo.lock'),
  prepare: withoutTargets,
  isEmpty: (files) => !/^source = /m.test(files.get('Cargo.lock') ?? ''),
  runsCode: () => false,
  fetch: {
    command: `${emptyTargets}; ${cargoHome}; cargo fetch --locked`,
    environment: { CARGO_TERM_PROGRESS_WHEN: 'never' },
  },
  offline: copyFromCache('cargo'),
  install: nothingMore,
  later: { CARGO_HOME: `{packages}/cargo`, CARGO_NET_OFFLINE: 'true' },
  mirror: (address) => ({ ATELIER_CRATES: address }),
}

/** Cargo uses fetched crates also without a lock file: offline it chooses among the crates that it has. */
const cargoWithoutLock: PackageManager = {
  ...cargo,
  applies: (files) => files.has('Cargo.toml'),
  isEmpty: (files) =>
    ![...files].some(
      ([path, text]) =>
        isNamed('Cargo.toml')(path) &&
        /^\[(?:[\w.()'" =,-]*\.)?(?:dev-|build-)?dependencies(?:\.[^\]]+)?\]/m.test(text),
    ),
  fetch: {
    command: `${emptyTargets}; ${cargoHome}; cargo generate-lockfile && cargo fetch --locked`,
    environment: cargo.fetch.environment,
  },
  resolves: () => ({}),
}

const goSettings = {
  GOTOOLCHAIN: 'local',
  GOTELEMETRY: 'off',
  GOENV: 'off',
  GOVCS: '*:off',
}

const go: PackageManager = {
  name: 'go',
  ecosystem: 'go',
  tools: ['go version'],
  applies: (files) => files.has('go.mod') && files.has('go.sum') && !files.has('vendor/modules.txt'),
  needs: isNamed('go.mod', 'go.sum', 'go.work', 'go.work.sum'),
  isEmpty: (files) => (files.get('go.sum') ?? '').trim() === '',
  runsCode: () => false,
  fetch: {
    command: 'export GOMODCACHE="$SETUP_CACHE/go"; go mod download',
    // Files of the module cache are read-only by default; removing them then takes more than rm.
    environment: { ...goSettings, GOPROXY: goProxy, GOFLAGS: '-modcacherw' },
  },
  offline: copyFromCache('go'),
  install: nothingMore,
  later: {
    ...goSettings,
    GOMODCACHE: `{packages}/go`,
    GOPROXY: 'off',
    GONOSUMDB: '*',
    GOFLAGS: '-mod=readonly',
  },
  mirror: (address) => ({ GOPROXY: address, GONOSUMDB: '*' }),
}

const hasRequire = (files: SetupFiles): boolean => /^[ \t]{0,99}require[\s(]/m.test(files.get('go.mod') ?? '')

/** Versions come from go.mod. The sums of fetched modules are beside a go.mod outside of the tree, which Go is led to. */
const goWithoutSums: PackageManager = {
  ...go,
  applies: (files) =>
    files.has('go.mod') && !files.has('go.sum') && !files.has('go.work') && !files.has('vendor/modules.txt'),
  isEmpty: (files) => !hasRequire(files),
  fetch: {
    command: 'export GOMODCACHE="$SETUP_CACHE/go"; go mod download all && cp go.mod go.sum "$SETUP_CACHE/go/"',
    environment: go.fetch.environment,
  },
  later: { ...go.later, GOFLAGS: `-mod=readonly -modfile={packages}/go/go.mod` },
  resolves: () => ({}),
}

export const otherManagers: readonly PackageManager[] = [cargo, cargoWithoutLock, go, goWithoutSums]
