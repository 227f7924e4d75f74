import { expect, test } from 'vitest'
import { commandEnvironment } from '../harness/native/tools/processes.ts'
import { standardEnvironment } from './environment.ts'
import { isSandboxOwn, isVariableName } from './variable-names.ts'

test('every variable that a sandbox or an agent’s shell sets is the sandbox’s own', () => {
  const set = [...Object.keys(standardEnvironment('/bin', 'http://127.0.0.1:1')), ...Object.keys(commandEnvironment)]
  expect(set.length).toBeGreaterThan(20)
  expect(set.filter((name) => !isSandboxOwn(name))).toEqual([])
})

test('names by which programs load code or take other settings are the sandbox’s own', () => {
  const names = [
    'LD_PRELOAD',
    'ld_audit',
    'BASH_ENV',
    'ENV',
    'NODE_OPTIONS',
    'NODE_PATH',
    'GIT_DIR',
    'git_config',
    'Path',
  ]
  expect(names.filter((name) => !isSandboxOwn(name))).toEqual([])
})

test('names of a project are free', () => {
  const names = [
    'NODE_ENV',
    'DATABASE_URL',
    'PORT',
    'DEBUG',
    'PYTHONPATH',
    'GOFLAGS',
    'GITHUB_TOKEN',
    'LC_ALL',
    'CIRCLE',
  ]
  expect(names.filter(isSandboxOwn)).toEqual([])
})

test.each(['', '1A', 'A-B', 'A B', 'A=B', 'Ä', 'A\n', 'A\0'])('%j is no name of a variable', (name) => {
  expect(isVariableName(name)).toBe(false)
})
