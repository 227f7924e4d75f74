import { describe, expect, test } from 'vitest'
import { filesOf, found, pack, shown, type Texts } from '../../../testing/repositories/changes.ts'
import { findWeakening } from './find-weakening.ts'
import { followedPaths } from './followed-commands.ts'

const workflow = 'on: push\njobs:\n  test:\n    steps:\n      - run: npm ci\n      - run: npm test\n'
const step = '      - run: npm test\n'

const looked: readonly (readonly [string, Texts, string])[] = [
  [
    'a step of CI that is gone',
    { '.github/workflows/ci.yml': [workflow, workflow.replace(step, '')] },
    'ask ci_changed .github/workflows/ci.yml:5',
  ],
  [
    'a job that never runs',
    { '.github/workflows/ci.yml': [workflow, workflow.replace('  test:\n', '  test:\n    if: false\n')] },
    'ask ci_changed .github/workflows/ci.yml:4',
  ],
  [
    'another event of CI',
    { '.github/workflows/ci.yml': [workflow, workflow.replace('push', 'workflow_dispatch')] },
    'ask ci_changed .github/workflows/ci.yml:1',
  ],
  ['steps in another order', { '.gitlab-ci.yml': ['a: 1\nb: 2\n', 'b: 2\na: 1\n'] }, 'ask ci_changed .gitlab-ci.yml:1'],
  ['CI that is deleted', { '.circleci/config.yml': [workflow, undefined] }, 'ask ci_changed .circleci/config.yml:1'],
  ['new CI', { 'azure-pipelines.yml': [undefined, workflow] }, 'ask ci_changed azure-pipelines.yml:1'],
  ['a Jenkinsfile', { Jenkinsfile: ["sh 'npm test'\n", "sh 'true'\n"] }, 'ask ci_changed Jenkinsfile:1'],
  ['Travis', { '.travis.yml': ['script: a\n', 'script: b\n'] }, 'ask ci_changed .travis.yml:1'],
  ['Buildkite', { '.buildkite/pipeline.yml': ['a: 1\n', 'a: 2\n'] }, 'ask ci_changed .buildkite/pipeline.yml:1'],
  ['Woodpecker', { '.woodpecker.yml': ['a: 1\n', 'a: 2\n'] }, 'ask ci_changed .woodpecker.yml:1'],
  ['Drone', { '.drone.yml': ['a: 1\n', 'a: 2\n'] }, 'ask ci_changed .drone.yml:1'],
  ['a hook of husky', { '.husky/pre-commit': ['npm test\n', 'true\n'] }, 'ask hook_changed .husky/pre-commit:1'],
  ['lefthook', { 'lefthook.yml': ['a: 1\n', 'a: 2\n'] }, 'ask hook_changed lefthook.yml:1'],
  ['a folder of hooks', { '.githooks/pre-push': ['a\n', 'b\n'] }, 'ask hook_changed .githooks/pre-push:1'],
  [
    'pre-commit',
    { '.pre-commit-config.yaml': ['- id: ruff\n- id: mypy\n', '- id: ruff\n'] },
    'ask hook_changed .pre-commit-config.yaml:2',
  ],
  [
    'the settings of a test runner',
    {
      'vitest.config.ts': [
        'export default { test: { isolate: true } }\n',
        'export default { test: { isolate: false } }\n',
      ],
    },
    'ask check_setting_changed vitest.config.ts:1',
  ],
  [
    'settings of a checker in a manifest',
    { 'pyproject.toml': ['[tool.ruff]\nselect = ["E", "F"]\n', '[tool.ruff]\nselect = ["E"]\n'] },
    'ask check_setting_changed pyproject.toml:2',
  ],
]

test.each(looked)('a person looks at %s, with its line', (_what, texts, expected) => {
  expect(shown(found(texts))).toContain(expected)
})

test.each(['Update the CI workflow: run less.', 'Update the hooks.', 'Change the test script.'])(
  'a person looks at CI, hooks and scripts of checks, also for “%s”',
  (request) => {
    const texts: Texts = {
      '.github/workflows/ci.yml': [workflow, workflow.replace(step, '')],
      '.husky/pre-commit': ['npm test\n', 'true\n'],
      'package.json': [pack({ test: 'a' }), pack({ test: 'b' })],
    }
    expect(found(texts, request).filter(({ level }) => level === 'ask')).toHaveLength(3)
  },
)

test('values of CI that differ are quoted whole, at most three, and a line that is cut has a mark', () => {
  const reasonsOf = (path: string, before: string, after: string) =>
    found({ [path]: [before, after] }).map(({ reason }) =>
      reason.replace(' CI judges later changes, so a person looks at each change of it.', ''),
    )
  const weekly = workflow.replace('push', '\n  push:\n  schedule:\n    - cron: daily')
  expect(reasonsOf('.github/workflows/ci.yml', workflow, weekly)).toEqual([
    '.github/workflows/ci.yml:2 says “on: { push, schedule: [{ cron: daily }] }”, before “on: push”.',
  ])
  expect(reasonsOf('.travis.yml', 'a: 1\nb: 2\n', 'b: 3\n')).toEqual([
    '.travis.yml does not say “a: 1” any more, line 1 before the change.',
    '.travis.yml:1 says “b: 3”, before “b: 2”.',
  ])
  expect(reasonsOf('.travis.yml', 'a: 1\n', 'b: 1\nc: 1\nd: 1\n')).toEqual([
    '.travis.yml:1 says “b: 1”, before “a: 1”. Also changed: line 2, 3.',
  ])
  const [cut] = reasonsOf('Jenkinsfile', "sh 'true'\n", `sh '${'x'.repeat(100)} | sh'\n`)
  expect(cut).toBe(`Jenkinsfile:1 says “sh '${'x'.repeat(96)}…”, before “sh 'true'”.`)
})

describe('a script that a check calls', () => {
  const judge = (texts: Texts, command: string, judging = {}) =>
    shown(findWeakening({ files: filesOf(texts), request: 'Mend it.', checks: [{ command }], judging })).filter(
      (one) => !one.includes('obeyed_file_changed'),
    )
  const run: Texts = { 'scripts/check.sh': ['set -e\nnode --test\n', 'set -e\necho fine\n'] }
  const asks = ['ask check_script_changed scripts/check.sh:2']

  test('is looked at if the command names it', () => {
    expect(judge(run, 'sh ./scripts/check.sh')).toEqual(asks)
    expect(judge(run, 'node --test')).toEqual([])
  })

  test('is looked at behind scripts of package.json, targets and other scripts', () => {
    const judging = {
      'package.json': pack({ test: 'npm run all', all: 'make quick' }),
      Makefile: 'quick: one\n\t@true\none:\n\tbash scripts/outer.sh\n',
      'scripts/outer.sh': 'exec scripts/check.sh\n',
    }
    expect(judge(run, 'npm test', judging)).toEqual(asks)
    expect(followedPaths(['npm test'], { ...judging, 'scripts/outer.sh': 'true' })).toEqual([])
  })

  test('is looked at in a test of a shell, which may only get lines that make it fail more often', () => {
    const test = 'fail=0\n. ./lib.sh\ncheck() { [ "$1" = "$2" ] || fail=1; }\ncheck "$(sum 1 2)" 3\nexit $fail\n'
    const of = (after: string) => judge({ 'test.sh': [test, after] }, 'sh test.sh', { 'test.sh': test })
    const more = 'check "$(sum 3 3)" 6\n[ -n "$(sum 1 1)" ] || exit 1\n'
    expect(of(test.replace('exit', `${more}exit`))).toEqual([])
    for (const weaker of [
      'exit 0\n',
      test.replace('" 3', '" 4'),
      test.replace('fail=1', 'fail=0'),
      test.replace('exit', 'fail=0\nexit'),
      `exit $fail\n${test.replace('exit $fail\n', '')}`,
      test.replace('check "', 'if false; then\ncheck "').replace('exit', 'fi\nexit'),
      test.replace('check "', 'check() { true; }\ncheck "'),
      test.replace('. ./lib', 'exit $x\n. ./lib'),
    ])
      expect([weaker, of(weaker).length]).toEqual([weaker, 1])
  })

  test('does not count if only a test calls it', () => {
    const lib: Texts = { 'lib.sh': ['sum() { :; }\n', 'sum() { expr $1 + $2; }\n'] }
    const judging = { Makefile: 'test:\n\tsh test.sh\n', 'test.sh': '. ./lib.sh\n' }
    expect(judge(lib, 'make test', judging)).toEqual([])
    expect(judge(lib, 'make test', { ...judging, Makefile: 'test:\n\t. ./lib.sh\n' })).toHaveLength(1)
  })

  test('is looked at in package.json by its own line, and other scripts are not', () => {
    const texts = (after: object): Texts => ({
      'package.json': [pack({ start: 'a', unit: 'node --test' }), pack(after)],
    })
    expect(judge(texts({ start: 'b', unit: 'node --test' }), 'npm run unit')).toEqual([])
    expect(judge(texts({ start: 'a', unit: 'node --test x' }), 'npm run unit')).toHaveLength(1)
    expect(judge(texts({ start: 'a', unit: 'node --test', preunit: 'sed -i s/3/4/ a.js' }), 'npm run unit')).toEqual([
      'ask check_script_changed package.json:6',
    ])
  })

  test('is looked at in a Makefile, with its variables, and other targets are not', () => {
    const before = 'RUN = node --test\ntest:\n\t$(RUN)\nclean:\n\trm -rf out\n'
    expect(judge({ Makefile: [before, before.replace('rm -rf out', 'rm -rf dist')] }, 'make test')).toEqual([])
    expect(judge({ Makefile: [before, before.replace('= node --test', '= true')] }, 'make test')).toEqual([
      'ask check_script_changed Makefile:1',
    ])
  })

  test('is looked at in files of tox, nox and just', () => {
    expect(judge({ 'noxfile.py': ['a()\n', 'b()\n'] }, 'nox -s tests')).toEqual([
      'ask check_script_changed noxfile.py:1',
    ])
    expect(judge({ 'tox.ini': ['[testenv]\ncommands = pytest\n', '[testenv]\ncommands = true\n'] }, 'tox')).toEqual([
      'ask check_script_changed tox.ini:2',
    ])
    expect(judge({ justfile: ['test:\n  a\n', 'test:\n  b\n'] }, 'just test')).not.toEqual([])
  })
})

test('comments and programs of the product are no question, and settings are, for any request', () => {
  const asks = (texts: Texts, request?: string) => found(texts, request).filter(({ level }) => level !== 'note')
  expect(asks({ '.github/workflows/ci.yml': [workflow, `# Runs the tests.\n${workflow}`] })).toEqual([])
  expect(asks({ 'tsconfig.json': ['{ "target": "a" }', '{ "target": "b" }'] }, 'Update tsconfig.json.')).toHaveLength(1)
  expect(
    asks({
      'bin/cli.js': ['a()\n', 'b()\n'],
      'pyproject.toml': ['[project]\nversion = "1"\n', '[project]\nversion = "2"\n'],
    }),
  ).toEqual([])
  expect(asks({ 'vite.config.ts': ['export default {}\n', 'export default { base: "/a" }\n'] })).toEqual([])
})
