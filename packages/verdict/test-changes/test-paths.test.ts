import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isFixture,
  isSharedSetting,
  isSnapshot,
  isTestName,
  isTestPath,
  isEvidence,
  settingKindOf,
} from './test-paths.ts'

const tests = [
  'test.js',
  'test/index.js',
  'src/sum.test.ts',
  'src/sum.spec.tsx',
  'src/__tests__/sum.js',
  'a/sum_test.ts',
  'cypress/login.cy.ts',
  'test/test-fs.mjs',
  'index.test-d.ts',
  'e2e/home.ts',
  'packages/a/tests/b.mts',
  'test_sum.py',
  'tests/test_sum.py',
  'pkg/sum_test.py',
  'app/tests.py',
  'tests/support.py',
  'pkg/sum_test.go',
  'tests/cli.rs',
  'src/tests.rs',
  'src/parse_test.rs',
  'src/test/java/a/SumTest.java',
  'src/main/java/a/TestSum.java',
  'src/test/kotlin/Support.kt',
  'a/SumSpec.kt',
  'spec/sum_spec.rb',
  'test/sum_test.rb',
  'test/test_sum.rb',
  'spec/support/matchers.rb',
  'tests/SumTest.php',
  'tests/run.phpt',
  'tests/acceptance/LoginCest.php',
  'Sum.Tests/SumTests.cs',
  'Sum.UnitTests/Support.cs',
  'tests/Sum.cs',
  'Tests/SumTests.swift',
  'test/sum.bats',
]
const products = [
  'index.js',
  'src/test.txt',
  'src/latest.js',
  'src/contest.py',
  'src/testing.go',
  'attest.rs',
  'src/Testament.java',
  'src/inspect.ts',
  'lib/spectrum.rb',
  'src/Contest.php',
  'README.md',
  'docs/testing.md',
  'src/request.ts',
]

test.each(tests)('%s is a test', (path) => {
  expect([isTestPath(path), isSnapshot(path), isFixture(path), settingKindOf(path)]).toEqual([
    true,
    false,
    false,
    undefined,
  ])
})

test.each(products)('%s is no evidence', (path) => {
  expect(isEvidence(path)).toBe(false)
})

test.each([
  'test/__snapshots__/sum.test.js.snap',
  'src/snapshots/cli__help.snap',
  'a/home.spec.ts-snapshots/home.png',
  'tests/__snapshots__/test_sum.ambr',
  'Sum.Tests/Sum.verified.txt',
  'cli.approved.json',
  'testdata/help.golden',
])('%s is a snapshot', (path) => {
  expect([isSnapshot(path), isTestPath(path), isFixture(path)]).toEqual([true, false, false])
})

test.each([
  'test/fixtures/a.test.js',
  'testdata/in.json',
  'tests/data.json',
  'src/test/resources/a.xml',
  '__mocks__/fs.js',
  'spec/factories/user.rb',
  'src/__fixtures__/a.ts',
  'test/cassettes/get.yml',
])('%s is a fixture', (path) => {
  expect([isFixture(path), isTestPath(path), isSnapshot(path)]).toEqual([true, false, false])
})

test.each([
  [
    'runner',
    'vitest.config.ts',
    'jest.config.cjs',
    'vite.config.mts',
    'jest.setup.js',
    'src/setupTests.ts',
    '.mocharc.yml',
  ],
  [
    'runner',
    'karma.conf.js',
    'playwright.config.ts',
    'test/mocha.opts',
    'vitest.workspace.ts',
    'tests/global-setup.ts',
  ],
  ['runner', 'conftest.py', 'tests/unit/conftest.py', 'pytest.ini', 'tox.ini', 'setup.cfg', 'pyproject.toml', 'a.pth'],
  ['runner', 'phpunit.xml.dist', 'tests/Pest.php', '.rspec', 'spec/spec_helper.rb', 'test/test_helper.rb'],
  ['runner', 'pom.xml', 'app/build.gradle.kts', '.config/nextest.toml', 'Cargo.toml', 'a.Tests/a.Tests.csproj'],
  ['coverage', '.nycrc', '.c8rc.json', '.coveragerc', 'codecov.yml', '.codecov.yml'],
  ['types', 'tsconfig.json', 'packages/a/tsconfig.build.json', 'mypy.ini', 'pyrightconfig.json', 'phpstan.neon.dist'],
  ['lint', '.eslintrc.json', 'eslint.config.js', '.prettierrc', 'ruff.toml', '.flake8', '.golangci.yml', 'biome.json'],
  ['ci', '.github/workflows/test.yml', '.gitlab-ci.yml', '.circleci/config.yml', 'Jenkinsfile', '.travis.yml'],
  ['script', 'package.json', 'packages/a/package.json', 'Makefile', 'build/rules.mk', 'justfile', 'composer.json'],
])('settings of the kind %s are known', (kind, ...paths) => {
  expect(paths.map((path) => [path, settingKindOf(path), isTestPath(path)])).toEqual(
    paths.map((path) => [path, kind, false]),
  )
})

test('recognizes a setting that shares its file with the build', () => {
  expect(['package.json', 'a/pyproject.toml', 'pom.xml', 'tsconfig.json'].filter(isSharedSetting)).toHaveLength(4)
  expect(['conftest.py', 'vitest.config.ts', 'pytest.ini', 'Makefile'].filter(isSharedSetting)).toEqual([])
})

test('only a name of its own marks a test beside another file', () => {
  expect(isTestName('test/sum.test.js')).toBe(true)
  expect(isTestName('test/sum.js')).toBe(false)
})

test('a path is of at most one kind', () => {
  const part = fc.constantFrom(
    'test',
    'src',
    'fixtures',
    '__snapshots__',
    'a.test',
    'conftest',
    'package',
    'sum_test',
    'x',
  )
  const ending = fc.constantFrom('.js', '.py', '.go', '.json', '.snap', '.toml', '')
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), ending, (parts, suffix) => {
      const path = parts.join('/') + suffix
      const kinds = [isTestPath(path), isSnapshot(path), isFixture(path)]
      expect(kinds.filter(Boolean).length).toBeLessThanOrEqual(1)
      expect(isEvidence(path)).toBe(kinds.includes(true) || settingKindOf(path) !== undefined)
    }),
  )
})
