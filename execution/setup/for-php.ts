import { jsonObject } from '../../platform/contract/json.ts'
import { isNamed, keepLock, lendLock, type PackageManager, type SetupFiles } from './phases.ts'

const composerFolders = 'export COMPOSER_CACHE_DIR="$SETUP_CACHE/composer" COMPOSER_HOME="$TMPDIR/composer";'

// Composer takes another registry from a file alone.
const composerMirror =
  '[ -z "$ATELIER_PACKAGIST" ] || { mkdir -p "$COMPOSER_HOME" && printf ' +
  `'{"config":{"secure-http":false},"repositories":[{"type":"composer","url":"%s"},{"packagist.org":false}]}' ` +
  '"$ATELIER_PACKAGIST" >"$COMPOSER_HOME/config.json"; };'

// Folders that are loaded as classes are in the tree alone.
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

/** The versions are those that run on the PHP of the machine. */
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

export const phpManagers: readonly PackageManager[] = [composer, composerWithoutLock]
