const script = '[cm]?[jt]sx?'
const code = `${script}|vue|svelte|py|go|rs|java|kt|kts|groovy|scala|rb|php|phpt|cs|fs|vb|swift|c|cc|cpp|h|hpp|exs?|sh|bats`

/** Names that the usual runners take for tests, wherever they lie. */
const testNames = [
  // JavaScript and TypeScript: vitest, jest, mocha, node --test, Deno, Cypress, tsd.
  new RegExp(`[.](test|spec|cy|e2e|test-d)[.](${script})$`),
  new RegExp(`[._-](test|spec)[.](${script})$`),
  new RegExp(`^(test|tests|spec)[.](${script})$`),
  new RegExp(`^test-[^/]+[.](${script})$`),
  /^(test|tests|test_[^/]*|[^/]*_tests?)[.]py$/,
  /_test[.]go$/,
  /^(tests?|test_[^/]*|[^/]*_tests?)[.]rs$/,
  /(^Test[A-Z][^/]*|Tests?|TestCase|IT|Spec)[.](java|kts?|groovy|scala)$/,
  /(_spec|_test)[.]rb$|^test_[^/]*[.]rb$/,
  /(Test|Tests|Cest|Spec)[.]php$|[.]phpt$/,
  /(Test|Tests|Spec|Specs)[.](cs|fs|vb|swift)$/,
  /([._-](test|tests|unittest)[.]|^test_[^/]*[.])(c|cc|cpp)$/,
  /_test[.]exs$|[.]bats$|^tests?[.]sh$|^test[-_][^/]*[.]sh$|_test[.]sh$/,
]
const testFolder =
  /(^|\/)(tests?|Tests?|__tests__|specs?|e2e|cypress|testsuite|[\w-]+-tests?|[A-Za-z]\w*[.](Unit)?Tests?|src\/(test|androidTest|integrationTest|functionalTest|testFixtures))\//
const fixtureFolder =
  /(^|\/)(fixtures?|__fixtures__|__mocks__|testdata|test-data|test_data|test-fixtures|cassettes|goldens?|(tests?|spec)\/factories|src\/test\/resources)\//
const snapshotFolder = /(^|\/)(__snapshots__|__image_snapshots__|__file_snapshots__|[^/]*-snapshots)\//
const snapshotName = /[.](snap|snapshot|ambr|golden)$|[.](approved|verified)[.]\w+$/
const ofCode = new RegExp(`[.](${code})$`)

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** A recorded expectation, which the runner itself can write again. */
export const isSnapshot = (path: string): boolean => snapshotFolder.test(path) || snapshotName.test(nameOf(path))

/** Files that tests read: files of a folder for them, and everything in a folder of tests that is not code. */
export const isFixture = (path: string): boolean =>
  !isSnapshot(path) &&
  !isRunnerSetting(path) &&
  (fixtureFolder.test(path) || (testFolder.test(path) && !ofCode.test(path) && !isTestName(path)))

/** Whether the file's own name makes the usual runners run it. */
export const isTestName = (path: string): boolean => testNames.some((pattern) => pattern.test(nameOf(path)))

/** Code that tests: named as a test, or in a folder of tests. Settings, snapshots and fixtures are kinds of their own. */
export const isTestPath = (path: string): boolean =>
  !isSnapshot(path) &&
  !isRunnerSetting(path) &&
  !fixtureFolder.test(path) &&
  (isTestName(path) || (testFolder.test(path) && ofCode.test(path)))

/** The subject of a setting: running tests, required coverage, the rules of a checker, and the runner of all that. */
export type SettingKind = 'runner' | 'coverage' | 'types' | 'lint' | 'ci' | 'script'

const end = '([.][\\w-]+)*$'
const settingNames: Readonly<Record<Exclude<SettingKind, 'ci'>, readonly RegExp[]>> = {
  runner: [
    new RegExp(
      `^(vite|vitest|jest|karma|playwright|cypress|wdio|ava|jasmine|cucumber|nightwatch|wtr|web-test-runner)[.-](config|conf|setup|workspace|preset|base|global[\\w-]*)${end}`,
    ),
    new RegExp(`^(setup-?tests?|setupFiles|setup-?files|global-?setup|test-?setup|vitest-?setup)[.](${script})$`, 'i'),
    /^[.](mocharc|taprc|jasmine|avarc|borp|labrc)([.]\w+)?$|^(mocha[.]opts|jasmine[.]json|bunfig[.]toml)$/,
    /^(conftest|noxfile|sitecustomize|usercustomize)[.]py$|[.]pth$/,
    /^([.]?pytest|tox)[.]ini$|^(setup[.]cfg|pyproject[.]toml|[.]?pytest[.]toml)$/,
    /^phpunit[\w.-]*[.]xml([.]dist)?$|^Pest[.]php$|^(codeception|behat)[\w.]*[.]ya?ml([.]dist)?$/,
    /^[.]rspec(-local)?$|^(spec_helper|rails_helper|test_helper)[.]rb$/,
    /^(pom[.]xml|gradle[.]properties|testng[\w-]*[.]xml|junit-platform[.]properties)$|^(build|settings)[.]gradle([.]kts)?$/,
    /^[.]?nextest[.]toml$|^Cargo[.]toml$/,
    /[.](runsettings|csproj|fsproj|vbproj)$|^xunit[.]runner[.]json$|^Directory[.]Build[.](props|targets)$/,
  ],
  coverage: [
    /^[.](nycrc|c8rc|coveragerc|istanbul|simplecov)([.]\w+)?$|^[.]?codecov[.]ya?ml$|^[.]?coveralls[.]ya?ml$/,
    /^([.]?tarpaulin[.]toml|nyc[.]config[.]\w+|[.]octocov[.]yml)$/,
  ],
  types: [
    /^(tsconfig|jsconfig)([.-][\w.-]+)?[.]json$|^([.]?mypy[.]ini|pyrightconfig[.]json|psalm[.]xml([.]dist)?)$/,
    /^phpstan[\w.-]*[.]neon([.]dist)?$/,
  ],
  lint: [
    new RegExp(`^(eslint|prettier|stylelint|xo|oxlint|commitlint)[.]config${end}`),
    /^[.](eslintrc|prettierrc|stylelintrc|oxlintrc|jshintrc|jscsrc)([.]\w+)?$|^[.](eslint|prettier|stylelint)ignore$/,
    /^(biome[.]jsonc?|tslint[.]json|[.]?ruff[.]toml|[.]flake8|[.]?pylintrc([.]toml)?)$/,
    /^[.]golangci([.]\w+)?$|^[.]?(clippy|rustfmt)[.]toml$|^[.]rubocop[\w-]*[.]yml$|^[.]pre-commit-config[.]ya?ml$/,
    /^([.]php-cs-fixer[\w.]*[.]php|phpcs[\w.]*[.]xml([.]dist)?|checkstyle[\w-]*[.]xml|detekt[\w-]*[.]ya?ml)$/,
  ],
  script: [
    /^(package[.]json|composer[.]json|deno[.]jsonc?|turbo[.]json|nx[.]json|project[.]json|lerna[.]json|[.]npmrc)$/,
    /^(GNUmakefile|[Mm]akefile|[.]?[Jj]ustfile|[Rr]akefile(?:[.]rb)?|Taskfile[.]ya?ml|Gruntfile[.]js|gulpfile[.]\w+)$|[.]mk$/,
  ],
}
const ciFolder =
  /(^|\/)([.](github|gitea|forgejo)\/(workflows|actions)|[.]circleci|[.]buildkite|[.]woodpecker|[.]gitlab\/ci|[.]gitlab-ci|[.]azure-pipelines|[.]semaphore|[.]teamcity|[.]drone)\//
const ciFile =
  /^([.]gitlab-ci|[.]travis|[.]?appveyor|[.]drone|[.]woodpecker|[.]cirrus|bitbucket-pipelines|azure-pipelines|buildkite|cloudbuild)[\w.-]*[.](ya?ml|jsonnet|star)$|^Jenkinsfile/
const hookPath =
  /(^|\/)([.]husky|[.]git-?hooks)\/|(^|\/)([.]?lefthook([.-][\w-]+)?[.](ya?ml|toml|json)|[.]pre-commit-config[.]ya?ml|[.]?lint-?staged(rc)?([.][\w.]+)?|[.]?simple-git-hooks[.]\w+)$/

export const isGitHook = (path: string): boolean => hookPath.test(path)

/** The subject of the settings in this file; undefined for a file that holds none. */
export const settingKindOf = (path: string): SettingKind | undefined => {
  const name = nameOf(path)
  if (ciFolder.test(path) || ciFile.test(name)) return 'ci'
  return kinds.find((kind) => settingNames[kind].some((pattern) => pattern.test(name)))
}
const kinds = Object.keys(settingNames) as (keyof typeof settingNames)[]

/** True if the file can change which tests run, when they pass, or the rules of a checker. */
export const isRunnerSetting = (path: string): boolean => settingKindOf(path) !== undefined

const shared =
  /^(package[.]json|composer[.]json|deno[.]jsonc?|pyproject[.]toml|setup[.]cfg|Cargo[.]toml|pom[.]xml|(build|settings)[.]gradle([.]kts)?|gradle[.]properties|[.]npmrc|vite[.]config[.]\w+|(tsconfig|jsconfig)([.-][\w.-]+)?[.]json|Directory[.]Build[.](props|targets))$|[.](csproj|fsproj|vbproj)$/

/** Settings in files that also define the product's build and packages. */
export const isSharedSetting = (path: string): boolean => shared.test(nameOf(path))

/** Everything that a verdict rests on: tests, their inputs and expectations, and their runners. */
export const isEvidence = (path: string): boolean =>
  isTestPath(path) || isRunnerSetting(path) || isSnapshot(path) || isFixture(path)

const document = /[.](?:md|markdown|mdx|rst|adoc|asciidoc)$|(?:^|\/)[A-Z][A-Z_]+(?:[.]txt)?$/

/** Whether a file is a text that people read. */
export const isDocumentPath = (path: string): boolean => document.test(path)
