import { tellingLine } from './telling-line.ts'

/** The facts of a checkout that suggest a first change. */
export interface CheckoutFacts {
  readonly paths: readonly string[]
  /** The text of the README at the root; undefined without one. */
  readonly readme: string | undefined
  /** The command of the tests; undefined if none was found. */
  readonly testCommand: string | undefined
  readonly tests: 'passed' | 'failed' | 'could_not_run' | 'not_run'
  /** Whether the packages that tests need are installed. */
  readonly isSetUp: boolean
  /** The last lines of tests that failed. */
  readonly testsEnd: string
  /** The file that says which packages are wanted, where no lock file says which versions. */
  readonly unlockedManifest: string | undefined
  /** Lines with the mark for work that was put off, each with its path. */
  readonly postponed: readonly { readonly path: string; readonly line: number; readonly text: string }[]
}

export interface FirstChange {
  readonly title: string
  /** The evidence for it. */
  readonly reason: string
}

const changesMost = 3

/** The first changes that the checkout itself asks for, the most useful first; fewer than three where it asks for fewer. */
export const firstChanges = (facts: CheckoutFacts): readonly FirstChange[] =>
  rules.flatMap((rule) => rule(facts) ?? []).slice(0, changesMost)

type Rule = (facts: CheckoutFacts) => FirstChange | undefined

// Without its packages a machine says nothing of the tests.
const failingTests: Rule = ({ tests, isSetUp, testCommand, testsEnd }) =>
  tests === 'failed' && isSetUp
    ? { title: `Make the tests pass that fail with ${testCommand}`, reason: `They say: ${tellingLine(testsEnd)}` }
    : undefined

const firstTest: Rule = ({ testCommand, paths }) =>
  testCommand === undefined && paths.some(isSource)
    ? {
        title: 'Add a first test, and the command that runs it',
        reason: 'No command runs tests, so nothing can prove a change.',
      }
    : undefined

const lockFile: Rule = ({ unlockedManifest }) =>
  unlockedManifest === undefined
    ? undefined
    : {
        title: `Add a lock file for the packages of ${unlockedManifest}`,
        reason: 'Without one, each setup takes the versions of its day.',
      }

const untested: Rule = ({ testCommand, paths }) => {
  const path = testCommand === undefined ? undefined : untestedSource(paths)
  return path === undefined
    ? undefined
    : { title: `Add tests for ${path}`, reason: 'No test file has its name, while others have theirs.' }
}

const readme: Rule = ({ readme: text, paths }) => {
  if (text === undefined && paths.length > 0)
    return { title: 'Write a README: what this is, and how to run it', reason: 'There is none.' }
  return undefined
}

const readmeTests: Rule = ({ readme: text, testCommand }) =>
  text === undefined || testCommand === undefined || /\btests?\b/i.test(text)
    ? undefined
    : { title: `Say in the README how the tests run: ${testCommand}`, reason: 'It does not say so.' }

const postponedWork: Rule = ({ postponed: [first] }) =>
  first === undefined ? undefined : { title: `Do what ${first.path}:${first.line} puts off`, reason: first.text }

const agentWords: Rule = ({ paths, testCommand }) =>
  testCommand === undefined || paths.some((path) => /^(AGENTS|CLAUDE)\.md$/i.test(path))
    ? undefined
    : {
        title: 'Add an AGENTS.md: how this is built and tested, and its conventions',
        reason: 'Agents read it first, and there is none.',
      }

const ignoreFile: Rule = ({ paths }) =>
  paths.length === 0 || paths.includes('.gitignore')
    ? undefined
    : { title: 'Add a .gitignore for what building and testing leave behind', reason: 'There is none.' }

const rules: readonly Rule[] = [
  failingTests,
  firstTest,
  lockFile,
  untested,
  readme,
  readmeTests,
  postponedWork,
  agentWords,
  ignoreFile,
]

const sourceForm = /\.(?:[cm]?[jt]sx?|py|go|rs|rb|php)$/
const testForm = /(?:^|\/)(?:tests?|specs?|__tests__)\/|[._-](?:test|spec)s?\.|(?:^|\/)test_[^/]*$|_test\.[a-z]+$/i
const otherForm =
  /(?:^|\/)(?:node_modules|vendor|dist|build|scripts|examples?|docs?|documentation|bench(?:es|marks?)?|fixtures|migrations)\/|\.(?:config|d)\.[cm]?[jt]s$|(?:^|\/)(?:index|main|setup|conf|conftest|__init__)\.[a-z]+$/

const isTest = (path: string) => sourceForm.test(path) && testForm.test(path)
const isSource = (path: string) => sourceForm.test(path) && !testForm.test(path) && !otherForm.test(path)

const wordOf = (path: string) =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replace(sourceForm, '')
    .replaceAll(/[._-]?(?:tests?|specs?)[._-]?/gi, '')
    .toLowerCase()

/** The first source without a test file of its name, where other sources have one: else names say nothing here. */
const untestedSource = (paths: readonly string[]): string | undefined => {
  const tested = new Set(paths.filter(isTest).map(wordOf))
  const sources = paths.filter(isSource)
  return sources.some((path) => tested.has(wordOf(path)))
    ? sources.find((path) => !tested.has(wordOf(path)))
    : undefined
}
