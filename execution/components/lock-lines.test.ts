import { expect, test } from 'vitest'
import { readFiles } from './read-files.ts'

const said = (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    readFiles({ files: new Map(Object.entries(files)), unread: [] }).map(({ path, state, components }) => [
      path,
      [
        state,
        ...components.map(
          ({ type, name, version, isDevelopment }) => `${type} ${name} ${version}${isDevelopment ? ' dev' : ''}`,
        ),
      ],
    ]),
  )

// A line that a reader does not understand leaves the file in part, and the fields of an entry count before its key.
test.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, readonly string[]>>]>([
  [
    'an alias and a source of the first npm',
    {
      'package-lock.json': JSON.stringify({
        dependencies: {
          short: { version: 'npm:@acme/real@1.0.0' },
          ours: { version: 'git+ssh://git@code.example/ours.git#abc' },
        },
      }),
    },
    { 'package-lock.json': ['part', 'npm @acme/real 1.0.0'] },
  ],
  [
    'peers of an early pnpm',
    {
      'pnpm-lock.yaml':
        'lockfileVersion: 5.4\n\npackages:\n\n  /react-dom/17.0.2_react@17.0.2:\n    resolution: {integrity: sha512-x}\n  /@acme/a/1.0.0:\n    resolution: {integrity: sha512-x}\n  github.com/acme/b/abc123:\n    resolution: {tarball: https://codeload.example/b}\n    name: b\n    version: 2.0.0\n',
    },
    { 'pnpm-lock.yaml': ['locked', 'npm react-dom 17.0.2', 'npm @acme/a 1.0.0', 'npm b 2.0.0'] },
  ],
  [
    'an archive of pnpm, and one without a version',
    {
      'pnpm-lock.yaml':
        "lockfileVersion: '9.0'\n\npackages:\n\n  foo@https://codeload.example/foo/tar.gz/abc123:\n    resolution: {tarball: https://codeload.example/foo/tar.gz/abc123}\n    version: 1.2.3\n\n  bar@file:bar.tgz:\n    resolution: {integrity: sha512-x, tarball: file:bar.tgz}\n",
    },
    { 'pnpm-lock.yaml': ['part', 'npm foo 1.2.3'] },
  ],
  [
    'modules that take the place of others in Go',
    {
      'go.mod':
        'module m\n\ngo 1.21\n\nrequire github.com/a/b v1.0.0\n\nrequire (\n\tgithub.com/c/d v1.1.0\n\tgithub.com/e/f v1.2.0 // indirect\n)\n\nreplace github.com/a/b => github.com/fork/b v1.0.9\n\nreplace (\n\tgithub.com/c/d => ./d\n\tgithub.com/e/f v9.9.9 => github.com/fork/f v1.0.0\n)\n',
    },
    { 'go.mod': ['locked', 'golang github.com/fork/b v1.0.9', 'golang github.com/e/f v1.2.0'] },
  ],
  [
    'requirements in other files, read and not read',
    {
      'requirements.txt': '--index-url https://packages.example\n-r requirements/base.txt\n',
      'requirements/base.txt': 'django==4.2.1\n',
      'requirements-dev.txt': '-r elsewhere/all.txt\npytest==8.0.0\n',
      'requirements/git.txt': '-e git+https://code.example/foo#egg=foo\n',
    },
    {
      'requirements.txt': ['locked'],
      'requirements/base.txt': ['locked', 'pypi django 4.2.1'],
      'requirements-dev.txt': ['part', 'pypi pytest 8.0.0'],
      'requirements/git.txt': ['part'],
    },
  ],
  [
    'lines that Gradle does not write, and packages of an early NuGet',
    {
      'gradle.lockfile': '# a comment\na:b:1.0=compileClasspath\nsomething\nempty=annotationProcessor\n',
      'buildscript-gradle.lockfile': 'c:d:2.0=classpath\n',
      'packages.config': '<packages/>',
    },
    {
      'gradle.lockfile': ['part', 'maven a:b 1.0'],
      'buildscript-gradle.lockfile': ['locked', 'maven c:d 2.0'],
      'packages.config': ['unread'],
    },
  ],
  [
    'a gem of the repository itself',
    {
      'Gemfile.lock':
        'PATH\n  remote: .\n  specs:\n    own (0.1.0)\n\nGEM\n  remote: https://rubygems.example/\n  specs:\n    rack (3.0.0)\n',
    },
    { 'Gemfile.lock': ['locked', 'gem rack 3.0.0'] },
  ],
  [
    'entries that no reader understands',
    {
      'a/package-lock.json': JSON.stringify({
        packages: { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': 1 },
      }),
      'b/package-lock.json': JSON.stringify({ dependencies: { a: { version: '1.0.0', dev: true }, b: 'odd' } }),
      'yarn.lock': '# yarn lockfile v1\n\n__metadata:\n  version: 8\n\na@^1:\n  version "1.0.0"\n\nb@^1:\n  odd "1"\n',
      'composer.lock': JSON.stringify({ packages: [{ name: 'a/b', version: '1.0' }, 'odd'] }),
      'Pipfile.lock': JSON.stringify({ default: { a: { version: '==1.0' }, b: 'odd' } }),
      'packages.lock.json': JSON.stringify({ dependencies: { net8: { A: { resolved: '1.0' }, B: 'odd' } } }),
      'Package.resolved': JSON.stringify({
        pins: [{ location: 'https://a.example/b', state: { version: '1.0.0' } }, {}],
      }),
      'deno.lock': JSON.stringify({ npm: { 'a@1.0.0': {}, odd: {} } }),
      'c/deno.lock': JSON.stringify({ jsr: { '@a/b@1.0.0': {} }, remote: { 'https://deno.example/mod.ts': 'ab' } }),
      'pubspec.lock':
        'packages:\n  a:\n    source: hosted\n    version: "1.0.0"\n  "b b":\n    odd: 1\n  c:\n    source: path\n    version: "0.0.1"\n',
      'mix.lock': `%{\n  "a": {:hex, :a, "1.0.0", "${'a'.repeat(64)}", []},\n  "b": {:git, "https://code.example/b.git", "abc", []},\n}\n`,
      'Cargo.lock':
        '[[package]]\nname = "own"\nversion = "1.0.0"\n\n[[package]]\nname = "odd"\nsource = "registry+https://index.example"\n',
    },
    {
      'a/package-lock.json': ['part', 'npm a 1.0.0'],
      'b/package-lock.json': ['part', 'npm a 1.0.0 dev'],
      'yarn.lock': ['part', 'npm a 1.0.0'],
      'composer.lock': ['part', 'composer a/b 1.0'],
      'Pipfile.lock': ['part', 'pypi a 1.0'],
      'packages.lock.json': ['part', 'nuget A 1.0'],
      'Package.resolved': ['part', 'swift a.example/b 1.0.0'],
      'deno.lock': ['part', 'npm a 1.0.0'],
      'c/deno.lock': ['part', 'jsr @a/b 1.0.0'],
      'pubspec.lock': ['part', 'pub a 1.0.0'],
      'mix.lock': ['part', 'hex a 1.0.0'],
      'Cargo.lock': ['part'],
    },
  ],
  [
    'Python’s own folders and groups',
    {
      'uv.lock':
        '[[package]]\nname = "own"\nversion = "1.0"\nsource = { editable = "." }\n\n[[package]]\nname = "wheel"\nversion = "2.0"\nsource = { path = "wheel.whl" }\n\n[[package]]\nname = "odd"\nversion = "3.0"\n',
      'poetry.lock':
        '[[package]]\nname = "a"\nversion = "1.0"\ngroups = ["main", "dev"]\n\n[[package]]\nname = "b"\nversion = "2.0"\ngroups = ["dev"]\n\n[[package]]\nname = "c"\nversion = "3.0"\ncategory = "dev"\n',
      'pdm.lock': '[[package]]\nname = "extra"\nversion = "1.0"\ngroups = ["socks"]\n',
      'setup.py': 'setup(extras_require={"a": ["b"]})',
    },
    {
      'uv.lock': ['locked', 'pypi wheel 2.0', 'pypi odd 3.0'],
      'poetry.lock': ['locked', 'pypi a 1.0', 'pypi b 2.0 dev', 'pypi c 3.0 dev'],
      'pdm.lock': ['locked', 'pypi extra 1.0'],
    },
  ],
  [
    'an extra that no lock file names, and requirements in UTF-16',
    {
      'setup.py': 'setup(extras_require={"a": ["b"]})',
      'deep/requirements.txt': Buffer.from('\ufeffdjango==4.2.1\r\n', 'utf16le').toString('latin1'),
    },
    { 'setup.py': ['unlocked'], 'deep/requirements.txt': ['locked', 'pypi django 4.2.1'] },
  ],
])('packages of %s', (_name, files, expected) => {
  expect(said(files)).toEqual(expected)
})
