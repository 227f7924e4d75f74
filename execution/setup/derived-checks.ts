import { jsonObject } from '../../packages/foreign-json/index.ts'
import { withoutWatching } from './watching.ts'

/** Files that show how a project checks itself, in the order in which they are read. */
export const checkFiles = [
  'package.json', 'Makefile', 'pyproject.toml', 'go.mod', 'Cargo.toml', 'tsconfig.json', 'setup.cfg', 'ruff.toml',
  '.ruff.toml', '.flake8', 'mypy.ini', '.mypy.ini', 'pyrightconfig.json', 'clippy.toml', '.clippy.toml', 'pytest.ini',
  'tox.ini', 'Rakefile', 'Gemfile.lock', 'composer.json', 'pom.xml', 'build.gradle', 'build.gradle.kts', 'gradlew',
] as const // prettier-ignore
export type CheckFiles = Readonly<Partial<Record<(typeof checkFiles)[number], string>>>

interface Derived {
  readonly name: string
  readonly command: string
}

const besideNames = ['lint', 'typecheck', 'build'] as const
type BesideName = (typeof besideNames)[number]

/** Whether a check of this name is beside the tests: it can refuse a change, and proves none. */
export const isBesideTests = (name: string): boolean => besideNames.some((one) => one === name)

/** The tests of a project and, if it has tests, its lint, its type check and its build, the tests first. */
export const derivedChecks = (files: CheckFiles): readonly Derived[] => {
  const test = testCommand(files)
  if (test === undefined) return []
  const taken = [test]
  const beside = besideNames.flatMap((name): Derived[] => {
    const command = besideCommand(name, files)
    if (command === undefined || taken.some((one) => runs(one, name, command))) return []
    taken.push(command)
    return [{ name, command }]
  })
  return [{ name: 'test', command: test }, ...beside]
}

const testCommand = (files: CheckFiles): string | undefined => {
  const script = scriptOf(files, 'test')
  if (script !== undefined && !script.includes('no test specified')) return withoutWatching(script)
  if (hasTarget(files, 'test')) return 'make test'
  if (hasTarget(files, 'check')) return 'make check'
  const python = pythonTests(files)
  if (python !== undefined) return python
  if (files['go.mod'] !== undefined) return 'go test ./...'
  if (files['Cargo.toml'] !== undefined) return 'cargo test --offline'
  return javaTests(files) ?? rubyTests(files) ?? phpTests(files)
}

// A module whose tests fail does not keep other modules' tests from running.
const javaTests = (files: CheckFiles): string | undefined => {
  if (files['pom.xml'] !== undefined) return 'mvn -o -B -fae test'
  if (files['build.gradle'] === undefined && files['build.gradle.kts'] === undefined) return undefined
  return `${files.gradlew === undefined ? 'gradle' : 'sh gradlew'} --offline --continue test`
}

const pythonTests = (files: CheckFiles): string | undefined => {
  if (files['pytest.ini'] !== undefined) return 'python3 -m pytest -q'
  const texts = [files['pyproject.toml'], files['setup.cfg'], files['tox.ini']].map((text) => text ?? '').join('\n')
  if (/\b(?:pytest|py\.test)\b/.test(texts)) return 'python3 -m pytest -q'
  return /\bunittest\b/.test(texts) ? 'python3 -m unittest' : undefined
}

const rubyTests = ({ Rakefile, 'Gemfile.lock': lock }: CheckFiles): string | undefined => {
  const task =
    /^[ \t]{0,99}(?:Rake|RSpec|Minitest)\S{0,99}Task\.(?:new|create)(?:\s{0,99}\(?\s{0,99}:(\w{1,99}))?/m.exec(
      Rakefile ?? '',
    )
  if (!task) return undefined
  const name = task[1] ?? (task[0].includes('RSpec') ? 'spec' : 'test')
  return lock === undefined ? `rake ${name}` : `bundle exec rake ${name}`
}

/** A script that names a program without its folder is for Composer, which puts vendor/bin on the path. */
const phpTests = (files: CheckFiles): string | undefined => {
  const { scripts: own, 'require-dev': required } = jsonObject(files['composer.json'] ?? '') ?? {}
  const script = (own as Readonly<Record<string, unknown>> | undefined)?.test
  if (typeof script === 'string' && script.startsWith('vendor/bin/')) return script
  if (script !== undefined) return 'composer run-script test'
  return Object.hasOwn(Object(required) as object, 'phpunit/phpunit') ? 'vendor/bin/phpunit' : undefined
}

/** The script itself: run without npm, so that no other script of the package (a lint before it) comes along. */
const scriptOf = (files: CheckFiles, name: string): string | undefined => {
  const scripts = jsonObject(files['package.json'] ?? '')?.scripts
  const script = (scripts as Readonly<Record<string, unknown>> | undefined)?.[name]
  return typeof script === 'string' && script.trim() !== '' ? withoutMending(script.trim()) : undefined
}

/** A check that mended files would pass for any files. */
const withoutMending = (script: string): string => {
  let isPrettier = false
  const words = script.split(' ').flatMap((word) => {
    if (/^(?:&&|\|\|?|;|&)$/.test(word)) isPrettier = false
    else if (/(?:^|\/)prettier$/.test(word)) isPrettier = true
    if (isPrettier && /^(?:--write|-w)$/.test(word)) return ['--check']
    return /^--(?:fix(?:-[\w-]+)?|apply(?:-unsafe)?|write|unsafe|auto-?correct(?:-all)?)(?:=\w+)?$/.test(word)
      ? []
      : [word]
  })
  return words.join(' ')
}

const hasTarget = ({ Makefile = '' }: CheckFiles, name: string) =>
  new RegExp(`^${name}[ \\t]*:(?!=)`, 'm').test(Makefile)

const scripts: Readonly<Record<BesideName, readonly string[]>> = {
  lint: ['lint'],
  typecheck: ['typecheck', 'type-check', 'types', 'tsc', 'check-types'],
  build: ['build'],
}
/** Commands that do not end, or leave the machine. */
const unsuitable = /(?:^|[\s:])(?:--watch|-w|watch|serve|dev|start|deploy|publish|release|push|nodemon)\b/

const besideCommand = (name: BesideName, files: CheckFiles): string | undefined => {
  const script = scripts[name].map((one) => scriptOf(files, one)).find((one) => one !== undefined)
  if (script !== undefined) return unsuitable.test(script) ? undefined : script
  if (hasTarget(files, name)) return `make ${name}`
  return toolOf(name, files)
}

const toolOf = (name: BesideName, files: CheckFiles): string | undefined => {
  if (name === 'typecheck' && hasTypeScript(files)) return 'tsc --noEmit'
  const python = pythonTool(name, files)
  if (python !== undefined) return python
  if (files['go.mod'] !== undefined) return goTools[name]
  if (files['Cargo.toml'] === undefined) return undefined
  if (name === 'typecheck') return 'cargo check --offline'
  return name === 'lint' && hasClippy(files) ? 'cargo clippy --offline' : undefined
}

const goTools: Readonly<Partial<Record<BesideName, string>>> = { lint: 'go vet ./...', build: 'go build ./...' }

const hasTypeScript = (files: CheckFiles) => {
  const { dependencies, devDependencies } = jsonObject(files['package.json'] ?? '') ?? {}
  const lists = [dependencies, devDependencies] as (Readonly<Record<string, unknown>> | undefined)[]
  return files['tsconfig.json'] !== undefined && lists.some((list) => list?.typescript !== undefined)
}

const pythonTool = (name: BesideName, files: CheckFiles): string | undefined => {
  const { 'pyproject.toml': pyproject = '', 'setup.cfg': setup = '' } = files
  const has = (...paths: readonly (keyof CheckFiles)[]) => paths.some((path) => files[path] !== undefined)
  if (name === 'lint') {
    if (/^\[tool\.ruff\b/m.test(pyproject) || has('ruff.toml', '.ruff.toml')) return 'ruff check .'
    return /^\[flake8\]/m.test(setup) || has('.flake8') ? 'flake8' : undefined
  }
  if (name !== 'typecheck') return undefined
  const mypy =
    files['mypy.ini'] ?? files['.mypy.ini'] ?? [pyproject, setup].find((text) => /^\[(?:tool\.)?mypy\]/m.test(text))
  if (mypy !== undefined) return /^(?:files|packages|modules)\s*=/m.test(mypy) ? 'mypy' : 'mypy .'
  return /^\[tool\.pyright\]/m.test(pyproject) || has('pyrightconfig.json') ? 'pyright' : undefined
}

/** The tool of a check that only a configuration asks for, which the project need not install. */
export const toolByConfiguration = (command: string): string | undefined =>
  /^(?:ruff check|flake8|mypy|pyright)(?: \.)?$/.exec(command)?.[0].split(' ', 1)[0]

const hasClippy = (files: CheckFiles) =>
  files['clippy.toml'] !== undefined ||
  files['.clippy.toml'] !== undefined ||
  /^\[(?:workspace\.)?lints\.clippy\]/m.test(files['Cargo.toml'] ?? '')

/** True if a command runs another command already. */
const runs = (command: string, name: string, other: string) =>
  command.includes(other) || new RegExp(`\\b(?:run|yarn|pnpm|bun|make)[ \\t]+${name}\\b`).test(command)
