import { expect, test } from 'vitest'
import { asksForNetwork, failureLine, lacksModule, tellingLine } from './telling-line.ts'

test('the line of a log that is most useful is an error or a test, and never a place in a program', () => {
  const log =
    'ok 1 - adds\nnot ok 2 - adds nothing\n  AssertionError [ERR_ASSERTION]: NaN == 0\n    at run (a.js:3:1)\n  }\n# fail 1\n'
  expect(tellingLine(log)).toBe('AssertionError [ERR_ASSERTION]: NaN == 0')
  expect(tellingLine('E   assert 3 == 4\n1 failed in 0.1s\n')).toBe('E   assert 3 == 4')
  expect(tellingLine('expected 3, got 4\n')).toBe('expected 3, got 4')
  expect(tellingLine('\u001B[36m09:18\u001B[39m DEBUG\n\u001B[31mError: no browser\u001B[39m\n')).toBe(
    'Error: no browser',
  )
  expect(tellingLine(' \n')).toBe('it printed nothing')
})

test('too little coverage and a time limit are no failure of a test', () => {
  const table = '----|----|----\nFile | % Stmts |\n----|----|----\n a.js | 99.1 | 8-9 |\n----|----|----\n'
  const log = `ERROR: Coverage for lines (99.43%) is too low\n${table}`
  expect(tellingLine(log)).toBe('ERROR: Coverage for lines (99.43%) is too low')
  expect(failureLine(log)).toBeUndefined()
  expect(failureLine('expected 3, got 4\n')).toBe('expected 3, got 4')
  expect(failureLine('')).toBeUndefined()
  expect(failureLine(`not ok 2 - timeout!\n${table}`)).toBeUndefined()
  expect(failureLine(`not ok 2 - adds\n${table}`)).toBe('not ok 2 - adds')
  const failing = '✖ failing tests:\ntest at test/a.js:6:1\n✖ adds all (7.5ms)\n'
  expect(failureLine(`${failing}  SyntaxError: Unexpected end of JSON input\n    at JSON.parse (<anonymous>)\n`)).toBe(
    'adds all (7.5ms): SyntaxError: Unexpected end of JSON input',
  )
})

test.each([
  [
    "src/a.ts(3,59): error TS2307: Cannot find module 'b'.\nsrc/c.ts(1,1): error TS2322: No.\n$ oxlint .\n$ tsc --noEmit",
    /^src\/a\.ts\(3,59\): error TS2307: Cannot/,
  ],
  ["src/a.ts:3:59 - error TS2307: Cannot find module 'b'.\n\nFound 1 error.", /^src\/a\.ts:3:59 - error TS2307: /],
  [
    '✗ Lockfile failed supply-chain policy check (4 entries in 26s)\n[ERR_PNPM_FETCH_404] GET https://r.example/a: Not Found - 404\n\nNo authorization header was set for the request.',
    /^\[ERR_PNPM_FETCH_404\] GET /,
  ],
  [
    'go: go.mod file not found in current directory\nmake: *** [Makefile:8: test] Error 1',
    /^go: go\.mod file not found/,
  ],
  [
    "error: no matching package named `a` found\nlocation searched\nAs a reminder, you're using offline mode",
    /named `a`/,
  ],
  [
    "rake aborted!\nDon't know how to build task 'test'\n\n(See full trace by running task with --trace)",
    /^Don't know/,
  ],
  [
    '[ERROR] COMPILATION ERROR :\n[ERROR] -> [Help 1]\n[ERROR] Re-run Maven using the -X switch',
    /^\[ERROR\] COMPILATION/,
  ],
  [
    '[INFO] -----\n[ERROR] COMPILATION ERROR : \n[INFO] -----\n[ERROR] test/module-info.java:[19,22] module not found: com.google.gson\n[INFO] 1 error\n[ERROR] -> [Help 1]',
    /^\[ERROR\] test\/module-info\.java:\[19,22\] module not found/,
  ],
  [
    "[ERROR] Failed to execute goal org.apache.maven.plugins:maven-resources-plugin:4.0.0-beta-1:resources (default-resources) on project json: Execution default-resources of goal org.apache.maven.plugins:maven-resources-plugin:4.0.0-beta-1:resources failed: An API incompatibility was encountered: java.lang.NoSuchMethodError: 'ProjectManager.getResources'\n[ERROR] -----\n[ERROR] -> [Help 1]",
    /^\[ERROR\] org\.apache\.maven\.plugins:maven-resources-plugin:4\.0\.0-beta-1:resources: An API incompatibility was encountered: java/,
  ],
  [
    '[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:3.5.5:test (default-test) on project json: There are test failures.',
    /^\[ERROR\] org\.apache\.maven\.plugins:maven-surefire-plugin:3\.5\.5:test: There are test failures\.$/,
  ],
  [
    '[ERROR] Failed to execute goal org.apache.maven.plugins:maven-enforcer-plugin:3.5.0:enforce (enforce-maven) on project joda-money: \n[ERROR] Rule 1: org.apache.maven.enforcer.rules.version.RequireJavaVersion failed with message:\n[ERROR] Detected JDK version 17.0.15 (JAVA_HOME=/usr/lib/jvm/java-17-openjdk-amd64) is not in the allowed range [21,).\n[ERROR] -> [Help 1]',
    /^\[ERROR\] Detected JDK version 17\.0\.15 /,
  ],
  ['FAILURE: Build failed\n* What went wrong:\nNo such thing.\n* Try:\n> Run with --info', /^No such thing/],
  ['src/a.c:3:1: error: x\nmake[1]: *** [a.o] Error 1\nmake: *** [all] Error 2', /^src\/a\.c:3:1/],
])('a hint and the last words of a program that ran others are not that line: %s', (log, line) => {
  expect(tellingLine(log)).toMatch(line)
})

test('a log that looks for a host, or lacks a module, shows an environment that fails', () => {
  expect(asksForNetwork('npm error request failed, reason: getaddrinfo EAI_AGAIN registry.example')).toBe(true)
  expect(asksForNetwork('not ok 1 - adds')).toBe(false)
  expect(lacksModule("E   ModuleNotFoundError: No module named 'shop.version'")).toBe(true)
  expect(lacksModule('AssertionError: 1 != 2')).toBe(false)
})
