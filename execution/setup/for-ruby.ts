import { gemRequirements, isGemspec, literalGemfile } from './gem-requirements.ts'
import { copyFromCache, isNamed, packagesVariable, type PackageManager, type SetupFiles } from './phases.ts'

/** The gems of a lock file, each as its name and version: the Gemfile is a program, and stays out of the fetch. */
const gemsOf = (files: SetupFiles): string =>
  [...(files.get('Gemfile.lock') ?? '').matchAll(/^ {4}([\w.-]+) \(([\w.]+)(?:-[\w.-]+)?\)$/gm)]
    .map(([, name, version]) => `${name} ${version}\n`)
    .join('')

const fetchGem = 'gem fetch "$name" --version "$version" --clear-sources --source "$ATELIER_GEMS"'

const bundler: PackageManager = {
  name: 'bundler',
  ecosystem: 'rubygems',
  tools: ['ruby --version', 'bundle --version'],
  applies: (files) => files.has('Gemfile.lock'),
  needs: isNamed('Gemfile.lock'),
  prepare: (files) => new Map([['gems.txt', gemsOf(files)]]),
  isEmpty: (files) => gemsOf(files) === '',
  runsCode: () => true,
  fetch: {
    command:
      'mkdir "$SETUP_CACHE/gems" && cp gems.txt "$SETUP_CACHE/gems" && cd "$SETUP_CACHE/gems" && ' +
      `while read -r name version; do ${fetchGem} || exit 1; done <gems.txt`,
    environment: { ATELIER_GEMS: 'https://rubygems.org' },
  },
  offline:
    `${copyFromCache('gems')} && ` +
    `export BUNDLE_PATH="$${packagesVariable}/bundle" BUNDLE_CACHE_PATH="$${packagesVariable}/gems"`,
  install: () => ({
    command: 'bundle install --local',
    environment: { BUNDLE_DISABLE_VERSION_CHECK: 'true' },
  }),
  later: { BUNDLE_PATH: `{packages}/bundle` },
  mirror: (address) => ({ ATELIER_GEMS: address }),
}

const lockedGems = "sed -nE 's/^    ([A-Za-z0-9_.-]+) \\(([A-Za-z0-9_.]+)(-[^)]*)?\\)$/\\1 \\2/p' Gemfile.lock"

/** Bundler resolves the requirements, and runs nothing. The gems are beside the machine's gems, for Ruby to find. */
const gemsWithoutLock: PackageManager = {
  ...bundler,
  applies: (files) => files.has('Gemfile'),
  needs: (path) => path === 'Gemfile' || isGemspec(path),
  prepare: (files) => new Map([['Gemfile', literalGemfile(gemRequirements(files))]]),
  refuses: (files) => gemRequirements(files).refused,
  isEmpty: (files) => {
    const { gems, refused } = gemRequirements(files)
    return gems.size === 0 && refused === undefined
  },
  fetch: {
    // A gem that comes with Ruby is not fetched again if the registry does not have it.
    command:
      `bundle lock && mkdir "$SETUP_CACHE/gems" && ${lockedGems} >"$SETUP_CACHE/gems/gems.txt" && cd "$SETUP_CACHE/gems" && ` +
      `while read -r name version; do ${fetchGem} || gem list --installed --exact "$name" --version "$version" >/dev/null || ` +
      '{ echo "No registry gave the gem $name $version."; exit 1; }; done <gems.txt',
    environment: { ...bundler.fetch.environment, BUNDLE_DISABLE_VERSION_CHECK: 'true', BUNDLE_IGNORE_CONFIG: 'true' },
  },
  offline: `rm -rf "$${packagesVariable}/ruby"`,
  install: () => ({
    command:
      'for file in "$SETUP_CACHE"/gems/*.gem; do [ -e "$file" ] || continue; ' +
      `gem install --local --force --ignore-dependencies --no-document --install-dir "$${packagesVariable}/ruby" "$file" || exit 1; done`,
    environment: {},
  }),
  // The colon at the end keeps the gems of the machine.
  later: { GEM_PATH: `{packages}/ruby:` },
  resolves: () => ({}),
}

export const rubyManagers: readonly PackageManager[] = [bundler, gemsWithoutLock]
