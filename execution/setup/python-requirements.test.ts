import { expect, test } from 'vitest'
import { deriveSetup } from './derive.ts'
import { pythonRequirements } from './python-requirements.ts'

const read = (given: Readonly<Record<string, string>>) => pythonRequirements(new Map(Object.entries(given)))

const planOf = (given: Readonly<Record<string, string>>) =>
  deriveSetup(new Map(Object.entries(given)), { day: '2026-03-04', node: { machine: '24.21.0' } })

test('a group of tests has the requirements of the groups that it includes, and ruff comes along from any', () => {
  const text = `
[dependency-groups]
test = ["pytest", { include-group = "Co_v" }, { include-group = "none" }]
co-v = ["coverage", { include-group = "test" }]
docs = ["sphinx"]
lint = ["ruff>=0.16", "prek", "ruff-lsp"]
`
  expect(read({ 'pyproject.toml': text }).lines).toEqual(['ruff>=0.16', 'pytest', 'coverage'])
})

test('pyproject.toml yields its dependencies, and its test dependencies', () => {
  const text = `
[project]
dependencies = ["click>=8.0", "tomli; python_version < '3.11'"]
[project.optional-dependencies]
test = ["hypothesis"]
docs = ["sphinx"]
[dependency-groups]
dev = ["ruff", { include-group = "docs" }]
[tool.pytest.ini_options]
`
  expect(read({ 'pyproject.toml': text }).lines).toEqual([
    'click>=8.0',
    "tomli; python_version < '3.11'",
    'hypothesis',
    'ruff',
    'pytest',
  ])
})

test('setup.cfg yields its requirements and its test extras', () => {
  const text =
    '[metadata]\nname = a\n[options]\ninstall_requires =\n    six>=1.5\n    # no\n    attrs\nzip_safe = no\n[options.extras_require]\ntest =\n    pytest>=7\ndocs =\n    sphinx\n'
  expect(read({ 'setup.cfg': text }).lines).toEqual(['six>=1.5', 'attrs', 'pytest>=7'])
})

test.each([
  ["setup(install_requires=['text-unidecode>=1.3', 'six'])", ['text-unidecode>=1.3', 'six'], []],
  ['setup(\n  install_requires=[\n    "six",  # old\n  ],\n)', ['six'], []],
  ['needs = ["six"]\nsetup(install_requires=needs)', ['six'], []],
  ["setup(name='a')", [], []],
  ["setup(install_requires=open('r.txt').read().split())", [], ['setup.py']],
  ["setup(install_requires=['six'] + more())", [], ['setup.py']],
  ['setup(install_requires=[x for x in y])', [], ['setup.py']],
])('setup.py is read and never run: %s', (text, lines, unreadable) => {
  expect(read({ 'setup.py': text })).toMatchObject({ lines, unreadable })
})

test('options, paths and addresses are left out, since fetching them could run their code', () => {
  const text =
    '-e .\n./lib\nodd @ https://example.com/odd.zip\ngit+https://example.com/a\n--index-url https://x/\nsix==1.0\n'
  expect(read({ 'dev-requirements.txt': text }).lines).toEqual(['six==1.0'])
})

test('files that cannot be read ask for nothing', () => {
  expect(read({ 'pyproject.toml': '[[[', 'setup.cfg': '\0' })).toEqual({
    lines: [],
    fallbacks: [],
    unreadable: [],
    leftOut: ['pyproject.toml'],
  })
})

test('packages only for tests may have any version, and may then be left out except pytest', () => {
  const files = {
    'setup.py': "setup(install_requires=['six==1.0'])",
    'dev.requirements.txt': "twine==3.4.1\nflake8[x]>=4 ; python_version > '3'\npytest==8.0.0\nsix==1.0\n",
  }
  expect(read(files)).toMatchObject({
    lines: ['six==1.0', 'twine==3.4.1', "flake8[x]>=4 ; python_version > '3'", 'pytest==8.0.0'],
    fallbacks: [
      ['six==1.0', 'twine', "flake8[x]; python_version > '3'", 'pytest'],
      ['six==1.0', 'pytest'],
    ],
  })
  expect(read({ 'setup.py': "setup(install_requires=['six==1.0'])" }).fallbacks).toEqual([])
})

test('the tables of Poetry are read as ranges of PEP 440', () => {
  const poetry = `[tool.poetry.dependencies]
python = "^3.9"
caret = "^1.2.3"
early = "^0.2"
tilde = "~1.2"
exact = "1.0"
any = "*"
both = ">=1,<3"
extra = { version = "^2", extras = ["a", "b"] }
skipped = { version = "1", optional = true }
elsewhere = { git = "https://example.com/a.git" }
[tool.poetry.group.test.dependencies]
pytest = "^8.0"
[tool.poetry.group.docs.dependencies]
sphinx = "*"
`
  expect(pythonRequirements(new Map([['pyproject.toml', poetry]])).lines).toEqual([
    'caret>=1.2.3,<2',
    'early>=0.2,<0.3',
    'tilde>=1.2,<1.3',
    'exact==1.0',
    'any',
    'both>=1,<3',
    'extra[a,b]>=2,<3',
    'pytest>=8.0,<9',
  ])
})

test('extras of setup.py for tests are read if they are literals, and named if they are not', () => {
  const literal = "setup(extras_require={'docs': ['sphinx'], 'test': ['pytest>=7', 'cov'], \"dev\": [\n'ruff']})"
  expect(read({ 'setup.py': literal })).toMatchObject({ lines: ['pytest>=7', 'cov', 'ruff'], leftOut: [] })
  const leftOut = ['the extras of setup.py, which are no list of texts']
  expect(read({ 'setup.py': 'setup(extras_require=extras)' })).toMatchObject({ lines: [], leftOut })
  expect(read({ 'setup.py': "setup(extras_require={'test': needs + more})" })).toMatchObject({ lines: [], leftOut })
})

test('groups, dynamic lists and lines that are not understood are named', () => {
  const text = `
[project]
dynamic = ["dependencies"]
[project.optional-dependencies]
test = ["odd @ https://example.com/odd.zip"]
[dependency-groups]
test = ["pytest", { include-group = "none" }, { other = 1 }]
`
  expect(read({ 'pyproject.toml': text }).leftOut).toEqual([
    'the dynamic dependencies of pyproject.toml',
    'an entry of the group test of pyproject.toml',
    'the group none of pyproject.toml',
    'odd @ https://example.com/odd.zip',
  ])
})

test('a dynamic list has the lines of the files for setuptools', () => {
  const text =
    '[project]\ndynamic = ["dependencies"]\n[tool.setuptools.dynamic]\ndependencies = { file = ["requirements/base.txt"] }\n'
  const files = { 'pyproject.toml': text, 'requirements/base.txt': 'six==1.0\n' }
  expect(read(files)).toMatchObject({ lines: ['six==1.0'], leftOut: [] })
})

test('in a folder with only requirements all are taken, and unknown parts of manifests are printed', () => {
  const folder = { 'requirements/base.txt': 'six==1.0\n', 'requirements/docs.txt': '-r base.txt\nsphinx\n' }
  const plan = planOf(folder)!
  expect([plan.managers, plan.files.get('requirements.txt')]).toEqual([
    ['pip'],
    '-r requirements/base.txt\n-r requirements/docs.txt\n',
  ])
  const odd = planOf({ 'setup.cfg': '[options]\n', 'setup.py': 'setup(extras_require=more)' })!
  expect(odd.files.get('left-out.txt')).toBe(
    'Left out, since it is not understood: the extras of setup.py, which are no list of texts\n',
  )
  expect(odd.fetch!.command).toContain('cat left-out.txt')
})
