import { isTestRequirements, pythonRequirements } from './python-requirements.ts'
import { lockedRequirements } from './python-locks.ts'
import { keepOwnPackage, ownPackage, takeOwnPackage } from './python-own-package.ts'
import { isNamed, packagesVariable, type PackageManager, type SetupFiles } from './phases.ts'

const isRequirements = (path: string) =>
  /^((requirements|constraints)[\w.-]*\.txt|requirements\/[\w.-]+\.txt)$/.test(path)

// A folder of the repository is built when it is installed, which runs its setup.py; that waits for the tree.
const isLocal = (line: string) => /^\s*((-e|--editable)[\s=]|\.{0,2}\/|\.\s*($|\[)|file:)/.test(line)

/** A package that is named by an address may be a source package, whose setup.py would run while it is fetched. */
const isAddress = (line: string) => /^\s*([\w.[\],-]+\s*@\s*)?(git\+|hg\+|svn\+|bzr\+|https?:|ftp:)/i.test(line)

const linesOf = (text: string) => text.replaceAll(/\\\r?\n/g, ' ').split(/\r?\n/)

const withoutLocal = (files: SetupFiles): SetupFiles => {
  const mended = (text: string) =>
    linesOf(text)
      .filter((line) => !isLocal(line))
      .join('\n')
  return new Map([...files].map(([path, text]) => [path, isRequirements(path) ? mended(text) : text]))
}

const refusedAddress = (files: SetupFiles): string | undefined => {
  for (const [path, text] of files) {
    const line = isRequirements(path) && linesOf(text).find((each) => !isLocal(each) && isAddress(each))
    if (line)
      return `${path} names a package by an address, whose code could run while it is fetched. Name it by version, or set fetch and setup of the project.`
  }
  return undefined
}

const quiet = {
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
  PIP_NO_INPUT: '1',
  PIP_RETRIES: '1',
  PIP_CONFIG_FILE: '/dev/null',
  PIP_ROOT_USER_ACTION: 'ignore',
}

export const uvMirror = (address: string) => ({
  UV_DEFAULT_INDEX: address,
  UV_INSECURE_HOST: new URL(address).hostname,
})
export const pipMirror = (address: string) => ({ PIP_INDEX_URL: address, PIP_TRUSTED_HOST: new URL(address).hostname })

// Only wheels: building a source package runs its setup.py.
const download = (requirements: string) =>
  `python3 -m pip download --only-binary=:all: -r ${requirements} -d "$SETUP_CACHE/wheels"`

// An environment of its own, as a person makes one outside: the Python packages of the machine are not seen, but for pip
// and setuptools, and a Makefile finds the name `python`, which Debian does not have.
const makeEnvironment =
  `python3 -m venv --without-pip "$${packagesVariable}/environment" && { ` +
  `for one in pip setuptools pkg_resources _distutils_hack; do ` +
  `found=$(python3 -c "import os, $one; print(os.path.dirname($one.__path__[0]))" 2>/dev/null) && ` +
  `ln -s "$found/$one"* "$(echo "$${packagesVariable}"/environment/lib/python*/site-packages)"; done; :; }`

const installWheels = (requirements: string) =>
  `python3 -m pip install --target "$${packagesVariable}/python" --upgrade -r ${requirements} && ${makeEnvironment} && ${takeOwnPackage}`

const fetchedWheels = 'export PIP_NO_INDEX=1 PIP_FIND_LINKS="$SETUP_CACHE/wheels"'

// The project's own modules come first: packages may need a published version of the project itself.
const packagePath = `{tree}/src:{tree}:{packages}/python`

const pythonManifests = ['pyproject.toml', 'setup.cfg', 'setup.py', 'tox.ini']
const isManifest = (path: string) => pythonManifests.includes(path) || isTestRequirements(path)

const withTests = 'requirements-and-tests.txt'

const leftOutFile = 'left-out.txt'
const leftOutMost = 20

/** The parts of manifests that are not understood, as a file that the fetch prints. */
const leftOutOf = (files: SetupFiles): readonly (readonly [string, string])[] => {
  const { leftOut } = pythonRequirements(files)
  const lines = [...new Set(leftOut)]
    .slice(0, leftOutMost)
    .map((one) => `Left out, since it is not understood: ${one.slice(0, 200)}\n`)
  return lines.length === 0 ? [] : [[leftOutFile, lines.join('')]]
}
const sayLeftOut = `{ [ ! -e ${leftOutFile} ] || cat ${leftOutFile}; }`

/** Requirements of the manifests that requirements.txt does not name: many list there no packages of tests. */
const unlisted = (files: SetupFiles): readonly string[] => {
  const listed = linesOf(files.get('requirements.txt') ?? '')
  // With hashes, pip takes nothing without one.
  if (listed.some((line) => line.includes('--hash='))) return []
  const names = new Set(listed.map(nameOf))
  return pythonRequirements(files).lines.filter((line) => !names.has(nameOf(line)))
}

const nameOf = (line: string) =>
  (/^[A-Za-z0-9][\w.-]*/.exec(line.trim())?.[0] ?? '').toLowerCase().replaceAll(/[-_.]+/g, '-')

const pipFiles = (files: SetupFiles): SetupFiles => {
  const shown = withoutLocal(new Map([...files].filter(([path]) => isRequirements(path))))
  const more = unlisted(files)
  const own = [...ownPackage(files), ...leftOutOf(files)]
  if (more.length === 0) return new Map([...shown, ...own])
  return new Map([...shown, ...own, [withTests, ['-r requirements.txt', ...more, ''].join('\n')]])
}

const pip: PackageManager = {
  name: 'pip',
  ecosystem: 'pypi',
  tools: ['python3 --version', 'python3 -m pip --version'],
  applies: (files) => files.has('requirements.txt'),
  needs: (path) => isRequirements(path) || isManifest(path),
  prepare: pipFiles,
  refuses: refusedAddress,
  isEmpty: (files) =>
    unlisted(files).length === 0 &&
    linesOf(withoutLocal(files).get('requirements.txt') ?? '').every((line) => /^\s*(#|$)/.test(line)),
  runsCode: () => false,
  fetch: {
    command:
      `${sayLeftOut}; if [ -e ${withTests} ] && ! ${download(withTests)}; then rm ${withTests}; ` +
      `echo 'Not every package beside requirements.txt was found. The tests run without those.'; fi; ` +
      `{ [ -e ${withTests} ] || ${download('requirements.txt')}; } && ${keepOwnPackage} && mkdir "$SETUP_CACHE/files" && cp -R . "$SETUP_CACHE/files"`,
    environment: quiet,
  },
  offline: fetchedWheels,
  install: () => ({
    command:
      `file="$SETUP_CACHE/files/${withTests}"; [ -e "$file" ] || file="$SETUP_CACHE/files/requirements.txt"; ` +
      installWheels('"$file"'),
    environment: quiet,
  }),
  later: { PYTHONPATH: packagePath },
  mirror: pipMirror,
}

const isInFolder = (path: string) => /^requirements\/[\w.-]{1,200}\.txt$/.test(path)

/** A folder with only requirements: all its files are taken, since no file names its purpose. */
const pipFromFolder: PackageManager = {
  ...pip,
  applies: (names) => [...names].some(isInFolder) && !pythonManifests.some((path) => names.has(path)),
  prepare: (files) => {
    const lines = [...files.keys()].filter(isInFolder).map((path) => `-r ${path}\n`)
    return new Map([...pipFiles(files), ['requirements.txt', lines.join('')]])
  },
  isEmpty: (files) =>
    [...withoutLocal(files)].every(
      ([path, text]) => !isInFolder(path) || linesOf(text).every((line) => /^\s*(#|$)/.test(line)),
    ),
}

const unreadable = (files: SetupFiles): string | undefined =>
  pythonRequirements(files).unreadable.length === 0
    ? undefined
    : 'The repository has no lock file, and its setup.py works its requirements out by a program, which never runs with a network. ' +
      'List them in pyproject.toml or requirements.txt, or set the commands of the project: atelier project set --fetch … --setup ….'

const fallbackFiles = ['requirements-any-version.txt', 'requirements-without-tests.txt'] as const
const fallbackNotes = [
  'Not every version that the tests ask for was found. Any version of these packages takes its place.',
  'Not every package that the tests ask for was found. The tests run without those, but for pytest.',
] as const

const requirementFiles = (files: SetupFiles): SetupFiles => {
  const { lines, fallbacks } = pythonRequirements(files)
  const texts = fallbacks.map((each, at) => [fallbackFiles[at]!, `${each.join('\n')}\n`] as const)
  return new Map([['requirements.txt', `${lines.join('\n')}\n`], ...texts, ...ownPackage(files), ...leftOutOf(files)])
}

/** Takes the first list whose packages can all be had: packages for tests only are dropped before packages for all. */
const downloadFirst = [
  `take() { ${download('"$1"')} && mkdir "$SETUP_CACHE/files" && cp "$1" "$SETUP_CACHE/files/requirements.txt"; }`,
  `take requirements.txt || ${fallbackFiles
    .map((file, at) => `{ [ -e ${file} ] && echo '${fallbackNotes[at]}' && take ${file}; }`)
    .join(' || ')}`,
].join('; ')

/** The fetch sees only the requirements, as they were read: setup.py, which is a program, stays out of it. */
const pipWithoutLock: PackageManager = {
  ...pip,
  applies: (files) => pythonManifests.slice(0, -1).some((name) => files.has(name)),
  prepare: requirementFiles,
  fetch: { command: `${sayLeftOut}; ${keepOwnPackage}; ${downloadFirst}`, environment: quiet },
  refuses: unreadable,
  isEmpty: (files) => pythonRequirements(files).lines.length === 0 && unreadable(files) === undefined,
  resolves: () => ({}),
}

const isPackage = (files: SetupFiles): boolean =>
  files.has('setup.py') ||
  /^\[(?:project|tool\.poetry)\]/m.test(files.get('pyproject.toml') ?? '') ||
  /^\[metadata\]/m.test(files.get('setup.cfg') ?? '')

/** A package without requirements, whose tests find it in the tree: without a path, those in `src` import nothing. */
const withoutRequirements: PackageManager = {
  name: 'python',
  ecosystem: 'pypi',
  tools: [],
  applies: pipWithoutLock.applies,
  isFor: (files) => isPackage(files) && pipWithoutLock.isEmpty!(files),
  needs: pipWithoutLock.needs,
  prepare: (files) => new Map([...ownPackage(files), ...leftOutOf(files)]),
  runsCode: () => false,
  fetch: { command: `${sayLeftOut} && ${keepOwnPackage}`, environment: {} },
  offline: ':',
  install: () => ({ command: `${makeEnvironment} && ${takeOwnPackage}`, environment: {} }),
  later: { PYTHONPATH: packagePath },
}

const lockedFile = 'locked-requirements.txt'

/** Adds what pip can take of a lock file, so that a project does without the program that wrote it. */
const withLocked = (files: SetupFiles): SetupFiles => {
  const lines = lockedRequirements(files)
  return lines === undefined ? files : new Map([...files, ...ownPackage(files), [lockedFile, `${lines.join('\n')}\n`]])
}

/** Lines with hashes have pip refuse any other file. The lock file is complete, so that nothing is resolved. */
const downloadLocked = `${keepOwnPackage} && cp ${lockedFile} "$SETUP_CACHE/requirements.txt" && ${download('"$SETUP_CACHE/requirements.txt"')} --no-deps`
const installLocked = installWheels('"$SETUP_CACHE/requirements.txt" --no-deps')

const uvFolder = 'export UV_CACHE_DIR="$SETUP_CACHE/uv";'
const uvSettings = { UV_NO_PROGRESS: '1', UV_PYTHON_DOWNLOADS: 'never' }

/** With uv if the machine has it, else pip. uv asks the addresses in its lock file, pip the operator's registry. */
const uv: PackageManager = {
  name: 'uv',
  ecosystem: 'pypi',
  tools: ['python3 --version', 'python3 -m pip --version', 'uv --version'],
  applies: (files) => files.has('uv.lock'),
  needs: isNamed('pyproject.toml', 'uv.lock', '.python-version'),
  prepare: withLocked,
  runsCode: () => true,
  fetch: {
    command:
      `if [ -e ${lockedFile} ] && { [ -n "$UV_DEFAULT_INDEX" ] || ! command -v uv >/dev/null; }; then ${downloadLocked}; else ` +
      `${uvFolder} UV_PROJECT_ENVIRONMENT="$TMPDIR/environment" uv sync --frozen --no-install-workspace --no-build; fi`,
    environment: { ...quiet, ...uvSettings, UV_NO_CONFIG: '1' },
  },
  offline: `${fetchedWheels}; ${uvFolder} export UV_OFFLINE=1`,
  install: () => ({
    command: `if [ -e "$SETUP_CACHE/requirements.txt" ]; then ${installLocked}; else uv sync --frozen; fi`,
    environment: { ...quiet, ...uvSettings, UV_LINK_MODE: 'copy' },
  }),
  later: {
    PYTHONPATH: packagePath,
    UV_PROJECT_ENVIRONMENT: `{packages}/environment`,
    UV_OFFLINE: '1',
    UV_FROZEN: '1',
  },
  mirror: (address) => ({ ...pipMirror(address), ...uvMirror(address) }),
}

/** Poetry cannot fetch on its own: its lock file is read, or exported if that cannot be done, and pip does the rest. */
const poetry: PackageManager = {
  name: 'poetry',
  ecosystem: 'pypi',
  tools: ['python3 --version', 'python3 -m pip --version', 'poetry --version'],
  applies: (files) => files.has('poetry.lock'),
  needs: isNamed('pyproject.toml', 'poetry.lock'),
  prepare: withLocked,
  runsCode: () => false,
  fetch: {
    command:
      `[ -e ${lockedFile} ] || poetry export --all-groups --format requirements.txt --output ${lockedFile} || exit 1; ` +
      downloadLocked,
    environment: { ...quiet, POETRY_INSTALLER_ONLY_BINARY: ':all:', POETRY_NO_INTERACTION: '1' },
  },
  offline: fetchedWheels,
  install: () => ({ command: installLocked, environment: quiet }),
  later: { PYTHONPATH: packagePath },
  mirror: pipMirror,
}

export const pythonManagers: readonly PackageManager[] = [
  uv,
  poetry,
  pip,
  pipFromFolder,
  withoutRequirements,
  pipWithoutLock,
]
