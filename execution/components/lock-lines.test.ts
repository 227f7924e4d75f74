import { expect, test } from 'vitest'
import { readFiles } from './read-files.ts'

const said = (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    readFiles({ files: new Map(Object.entries(files)), unread: [] }).map(({ path, state, components }) => [
      path,
      [state, ...components.map(({ type, name, version }) => `${type} ${name} ${version}`)],
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
])('packages of %s', (_name, files, expected) => {
  expect(said(files)).toEqual(expected)
})
