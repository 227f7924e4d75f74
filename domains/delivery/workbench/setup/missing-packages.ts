import { sentence } from '../../sentences/index.ts'

/** A cause in a log, and the sentence about its groups. */
export type Cause = readonly [RegExp, (one: string, other: string) => string]

const registries = sentence('setup_registries')

const unescaped = (name: string) => name.replace(/%2f/i, '/')
const unknown = (pattern: RegExp): Cause => [
  pattern,
  (name) => `${sentence('setup_no_package', { package: name })} ${registries}`,
]
const notGiven = (pattern: RegExp): Cause => [
  pattern,
  (name) => `${sentence('setup_package_not_given', { package: unescaped(name) })} ${registries}`,
]

// Names have a fixed form, since a log can have any text, and requests and verdicts show them.
const npmName = '((?:@[\\w.-]{1,60}(?:\\/|%2[fF]))?[a-zA-Z0-9][\\w.-]{0,99})'
const phpName = '([a-z0-9][\\w.-]{0,60}\\/[a-z0-9][\\w.-]{0,60})'
const javaName = '([a-zA-Z][\\w.-]{0,99}:[\\w.-]{1,100})'
const crateName = '([a-zA-Z][\\w-]{0,63})'
const goPath = '([a-z0-9][\\w.-]{0,60}(?:\\/[\\w.~-]{1,60}){1,8})'
const lines = (text: string) => new RegExp(text, 'm')

/** The package that was in no registry, by the words of each package manager, the most telling first. */
export const missingPackages: readonly Cause[] = [
  unknown(lines(`requires ${phpName} [^\\n]{0,200}could not be found in any version`)),
  unknown(lines(`requires? ${phpName} [^\\n]{0,200}-> found [^\\n]{0,500}does not match`)),
  unknown(/No matching distribution found for ([A-Za-z0-9][\w.-]{0,60})/),
  unknown(lines(`Because ${npmName} was not found in the package registry`)),
  unknown(lines(`there (?:is|are) no versions? of ${npmName}[=<>~! {]`)),
  unknown(lines(`No matching version found for ${npmName}@`)),
  unknown(lines(`Couldn't find (?:any versions for |package )"${npmName}`)),
  unknown(lines(`^npm (?:error|ERR!) 404 {1,2}'?${npmName}@[^\\n]{0,99} (?:is not in|could not be found)`)),
  notGiven(
    lines(
      `^npm (?:error|ERR!) (?:code E)?\\d{3} [^\\n]{0,99}GET https?:\\/\\/[^/\\s]{1,253}\\/${npmName}(?:\\/-\\/|\\s|$)`,
    ),
  ),
  notGiven(lines(`^npm (?:error|ERR!) network request to https?:\\/\\/[^/\\s]{1,253}\\/${npmName}(?:\\/-\\/|\\s)`)),
  notGiven(lines(`ERR_PNPM_FETCH_\\d{3}\\]? {1,4}GET https?:\\/\\/[^/\\s]{1,253}\\/${npmName}(?:\\/-\\/|:|\\s)`)),
  unknown(lines(`no matching package named \`${crateName}\` found`)),
  unknown(lines(`failed to select a version for the requirement \`${crateName} `)),
  notGiven(lines(`failed to (?:download|get) \`${crateName}[ \`]`)),
  notGiven(
    lines(
      `missing go\\.sum entry for (?:module providing package |go\\.mod file[^\\n]{0,99}add it:\\s+go mod download )${goPath}`,
    ),
  ),
  notGiven(lines(`no required module provides package ${goPath}`)),
  notGiven(
    lines(
      `^(?:go: |\\s{1,8})?${goPath}@v[\\w.+-]{1,80}(?: requires)?: (?:reading|Get|module lookup|not found|unrecognized)`,
    ),
  ),
  notGiven(lines(`Could not (?:find|transfer) artifact ${javaName}:`)),
  notGiven(lines(`artifact ${javaName}:[\\w.:-]{1,99} has not been downloaded`)),
  notGiven(lines(`Plugin ${javaName}:[\\w.-]{1,60} or one of its dependencies could not be resolved`)),
  notGiven(lines(`No cached version of ${javaName}:`)),
  notGiven(lines(`Could not (?:find|resolve) ${javaName}:`)),
  unknown(/Could not find gem '([a-zA-Z][\w-]{0,60})/),
]

const npmTools: readonly (readonly [programs: string, name: string])[] = [
  ['tsc', 'typescript'],
  ['run-s run-p npm-run-all', 'npm-run-all'],
  ['ng', '@angular/cli'],
  ['babel', '@babel/cli'],
  ['biome', '@biomejs/biome'],
  ['prisma', 'prisma'],
]

// Programs that have the name of their package, as manifests list it.
const ownNames =
  'ava astro c8 cross-env cypress esbuild eslint jest karma lerna mocha nx nyc oxlint prettier rimraf rollup ' +
  'shx standard stylelint tap tape tsd tsup tsx turbo typedoc uvu vite vitest webpack xo ' +
  'bandit black coverage flake8 hatch isort mypy nox pdm pre-commit pylint pyright pytest ruff tox twine'

const packageOf: ReadonlyMap<string, string> = new Map([
  ...ownNames.split(' ').map((name) => [name, name] as const),
  ...npmTools.flatMap(([programs, name]) => programs.split(' ').map((program) => [program, name] as const)),
])

/** Why a program that is no part of a machine is missing; undefined for a program that may be part of it. */
export const missingWithPackage = (program: string, isSetUp: boolean): string | undefined => {
  const packageName = packageOf.get(program)
  if (packageName !== undefined) return sentence('setup_package_missing', { package: packageName, program })
  return isSetUp ? undefined : sentence('setup_packages_missing', { program })
}
