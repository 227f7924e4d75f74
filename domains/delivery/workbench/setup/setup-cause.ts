import type { SetupPlan } from '../../../../execution/setup/index.ts'
import { settingOfLimit } from '../../../../execution/sandbox/index.ts'
import { sentence } from '../../sentences/index.ts'
import type { PhaseEnd } from '../../../../execution/packages/index.ts'
import { missingPackages, missingWithPackage, type Cause } from './missing-packages.ts'

const opening = 'The setup failed: '

/**
 * The first line of the log of a setup that failed: the cause in one sentence, and what to do. Only words of this file
 * and names of a fixed form are in it, because requests and verdicts show it. An unknown cause is `unknown`.
 */
export const causeLine = (
  plan: Pick<SetupPlan, 'refused'>,
  end: Pick<PhaseEnd, 'stoppedBy' | 'durationMs' | 'log'>,
  unknown: string = sentence('setup_log'),
): string => opening + (plan.refused === undefined ? (causeOf(end) ?? unknown) : lowerFirst(plan.refused))

/** The cause in the log of a setup, without its opening; undefined if the log has none. */
export const causeIn = (log: string): string | undefined =>
  log.startsWith(opening) ? log.slice(opening.length).split('\n', 1)[0] : undefined

/**
 * The missing program, version or package of a check, by its log: a sentence without its beginning; undefined if it
 * lacked none. `isSetUp` is true if the packages of the project were installed.
 */
export const causeOfCheck = (log: string, { isSetUp }: { readonly isSetUp: boolean }): string | undefined =>
  sentenceOf(
    [...versions, missingProgramOf(isSetUp), missingExtension, missingModule, noGoModule, ...missingPackages],
    log,
  )

/** True if a log names a program that is neither on the machine nor among the packages. */
export const lacksProgram = (log: string): boolean => missingProgramOf(true)[0].test(log)

const causeOf = ({ stoppedBy, durationMs, log }: Pick<PhaseEnd, 'stoppedBy' | 'durationMs' | 'log'>) => {
  if (stoppedBy) {
    const after = `it was stopped after ${Math.round(durationMs / 1_000)} s at its limit (${stoppedBy}).`
    return `${after} It is raised by ${settingOfLimit[stoppedBy]}.`
  }
  return sentenceOf(causes, log)
}

/** The sentence of the first of these causes that a log names; undefined if it names none of them. */
const sentenceOf = (possible: readonly Cause[], text: string): string | undefined => {
  const log = withoutOwnModules(text)
  for (const [pattern, say] of possible) {
    const found = pattern.exec(log)
    if (found) return say(found[1] ?? '', found[2] ?? '')
  }
  return undefined
}

/** A module of the repository is in no registry: a line that lacks one follows from another cause. */
const withoutOwnModules = (log: string): string => {
  const own = new Set(
    [...log.matchAll(/^\[INFO\] -{1,80}< ([^\s:]{1,100}:[^\s:]{1,100}) >-{1,80}$/gm)].map(([, name]) => name),
  )
  if (own.size === 0) return log
  const isOwn = (line: string) => own.has(/ artifact ([^\s:]{1,100}:[^\s:]{1,100}):/.exec(line)?.[1])
  return log
    .split('\n')
    .filter((line) => !isOwn(line))
    .join('\n')
}

const registries = sentence('setup_registries')
const install = sentence('install_program')

const missingProgramOf = (isSetUp: boolean): Cause => [
  /(?:^|: )([a-z][\w.-]{0,29}): (?:command )?not found$|^make(?:\[\d{1,2}\])?: ([a-z][\w.-]{0,29}): No such file or directory$/m,
  (found, ofMake) => {
    const name = found || ofMake
    const withPackage = Object.hasOwn(debianPackages, name) ? undefined : missingWithPackage(name, isSetUp)
    if (withPackage !== undefined) return withPackage
    const debian = debianPackages[name]
    const missing =
      debian === undefined
        ? sentence('setup_no_program', { program: name })
        : sentence('setup_no_program_of', { program: name, package: debian })
    return `${missing} ${install}`
  },
]

/** The Debian packages with compilers and package managers, if Debian has them. */
const debianPackages: Readonly<Partial<Record<string, string>>> = {
  bundle: 'bundler',
  cargo: 'cargo',
  cc: 'gcc',
  composer: 'composer',
  gcc: 'gcc',
  gem: 'ruby',
  go: 'golang-go',
  gradle: 'gradle',
  java: 'default-jdk',
  javac: 'default-jdk',
  make: 'make',
  mvn: 'maven',
  php: 'php-cli',
  poetry: 'python3-poetry',
  python3: 'python3',
  rake: 'rake',
  ruby: 'ruby',
}

// Composer names the extension as it does a package.
const missingExtension: Cause = [
  /requires? (?:PHP extension )?ext-([a-z0-9_]{1,30}) [^\n]{0,200}it is missing from your system/,
  (extension) => {
    const debian = /^(?:dom|simplexml|xml|xmlreader|xmlwriter)$/.test(extension) ? 'php-xml' : `php-${extension}`
    return sentence('setup_no_php_extension', { extension, package: debian })
  },
]

const newer = (language: string, needed: string, found: string) =>
  `this repository needs ${language} ${needed}${found === '' ? '' : `, and this machine has ${found}`}. ` +
  `Install that version in /usr, or name its folder by ATELIER_SANDBOX_PROGRAMS.`

// Versions and ranges have digits, dots and the signs of comparisons, and nothing that reads as a sentence.
const versions: readonly Cause[] = [
  [
    /^go: .{0,300}requires go >= ?(\d[\d.]{0,11}) \(running go ?(\d[\d.]{0,11})/m,
    (needed, found) => newer('Go', `${needed} or later`, found),
  ],
  [/invalid go version '(\d[\d.]{0,11})': must match format/, (needed) => newer('Go', `${needed} or later`, '')],
  [/^note: module requires Go (\d[\d.]{0,11})$/m, (needed) => newer('Go', `${needed} or later`, '')],
  [
    /requires a different Python: (\d[\d.]{0,11}) not in '([\d.,<>=!~* ]{1,40})'/,
    (found, needed) => newer('Python', needed, found),
  ],
  [
    /No interpreter found for (?:Python |executable name `python)([\d.<>=,~]{1,40})/,
    (needed) => newer('Python', needed, ''),
  ],
  [
    /Python version (\d[\d.]{0,11})[^\n]{0,40} is not (?:supported|allowed) by the project \(([\d.,<>=!~^*| ]{1,40})\)/,
    (found, needed) => newer('Python', needed, found),
  ],
  [
    /Python (\d[\d.]{0,11}), which is incompatible with the project's Python requirement: `([\d.,<>=!~* ]{1,40})`/,
    (found, needed) => newer('Python', needed, found),
  ],
  [
    /requires rustc (\d[\d.]{0,11}) or newer, while the currently active rustc version is (\d[\d.]{0,11})/,
    (needed, found) => newer('Rust', `${needed} or later`, found),
  ],
  [
    /Your Ruby version is (\d[\d.]{0,11}), but your Gemfile specified ([\d.,<>=!~ ]{1,40})/,
    (found, needed) => newer('Ruby', needed.trim(), found),
  ],
  [
    /Detected Maven Version: (\d[\w.+-]{0,20}) is not in the allowed range ([\d.,[\]() ]{1,40}?)\.?$/m,
    (found, needed) => newer('Maven', needed, found),
  ],
  [
    /Detected JDK version:? (\d[\w.+-]{0,20})(?: \(JAVA_HOME=[^\n)]{0,300}\))? is not in the allowed range ([\d.,[\]() ]{1,40}?)\.?$/im,
    (found, needed) => newer('Java', needed, found),
  ],
  [
    /(?:invalid target release: |release version |invalid source release: )(\d{1,3})(?: not supported)?$/m,
    (needed) => newer('Java', `${needed} or later`, ''),
  ],
  [
    /Root composer\.json requires php ([\d.,<>=!~^*| ]{1,40}) (?:->|but) your php version \((\d[\d.]{0,11})/,
    (needed, found) => newer('PHP', needed, found),
  ],
]

const noGoModule: Cause = [/go\.mod file not found in/, () => sentence('setup_no_go_mod')]

const missingModule: Cause = [
  /No module named ['"]?(pytest|tox|nox|unittest2|setuptools)\b/,
  (name) => `Python has no “${name}”. Add it to the requirements of the tests, or install it on this machine.`,
]

// In the order in which they are looked for. Names and versions have a fixed form, since a log can have any text.
const causes: readonly Cause[] = [
  [
    /^This repository needs ([A-Za-z]{1,20}) (\d[\w.]{0,19}), which this machine does not have/m,
    (name, version) =>
      `this repository needs ${name} ${version}, which this machine does not have and no registry gave. ${install}`,
  ],
  [
    /^The agent asks for Node (\d[\d.]{0,11}), which this machine does not have/m,
    (version) => `${sentence('setup_no_node', { version })} ${registries}`,
  ],
  [/^The fetch was stopped: nothing/m, () => `${sentence('setup_no_registry')} ${registries}`],
  ...versions,
  // Poetry has no export of its own, and that of Debian no plugin for it.
  [
    /poetry: (?:command )?not found$|^The command "export" does not exist/m,
    () => `${sentence('setup_no_poetry_export')} ${install}`,
  ],
  missingProgramOf(true),
  missingExtension,
  ...missingPackages,
  [/No module named (pip|venv|ensurepip)\b/, (name) => `Python on this machine has no “${name}”. ${install}`],
  [
    /^Refused by the network broker:\n {2}([a-z0-9][a-z0-9.-]{0,99}):\d+: \1 was not found/m,
    (host) => `${sentence('setup_no_address', { host })} ${registries}`,
  ],
  [
    /^Refused by the network broker:\n {2}([a-z0-9][a-z0-9.-]{0,99}):\d+: /m,
    (host) => `${sentence('setup_refused_host', { host })} ${registries}`,
  ],
  [
    /^npm (?:error|ERR!) code (E[A-Z0-9]{2,29})$/m,
    (code) => `npm ended with ${code}. The log of the check “setup” has the reason.`,
  ],
]

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
