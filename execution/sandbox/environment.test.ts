import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exportScript, standardEnvironment } from './environment.ts'
import { isLong } from '../../testing/soak.ts'

const seenBy = (script: string): string[] =>
  execFileSync('sh', ['-c', `${script}\nenv -0`], { env: { PATH: '/usr/bin:/bin' } })
    .toString()
    .split('\0')

test.runIf(isLong)('environment values with any characters reach a command unchanged', () =>
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 40 }), { maxLength: 8 }), (values) => {
      const wellFormed = values.map((value) => value.toWellFormed().replaceAll('\0', ''))
      const environment = Object.fromEntries(wellFormed.map((value, at) => [`VALUE_${at}`, value]))
      expect(seenBy(exportScript(environment))).toEqual(
        expect.arrayContaining(Object.entries(environment).map(([name, value]) => `${name}=${value}`)),
      )
    }),
    { numRuns: 40, examples: [[["'", '$(touch /tmp/x)', '`id`', '\\', '\n', "'; exit 1; '"]]] },
  ),
)

test('later values win, and variables that the shell reserves are left out', () => {
  const script = exportScript({ A: '1', UID: '0' }, undefined, { A: '2', PPID: '1' })
  expect(script).toBe("export A='2'\n")
})

test.each(['', '1A', 'A B', 'A=B', 'A;id', 'Ä'])('the variable name "%s" is refused with a message', (name) => {
  expect(() => exportScript({ [name]: 'x' })).toThrow(/has no name that a shell takes\. Use letters/)
})

test('a NUL byte is refused with a message that does not repeat the value', () => {
  expect(() => exportScript({ SECRET: 'abc\0def' })).toThrow(/^The environment variable SECRET holds a NUL byte/)
})

test('programs that ask for the width of the terminal get one', () => {
  const script = exportScript(standardEnvironment('/usr/bin:/bin', undefined))
  const width = execFileSync('sh', ['-c', `${script}\ntput cols`], { env: {}, stdio: ['ignore', 'pipe', 'inherit'] })
  expect(Number(width)).toBeGreaterThan(0)
})

test('the shell that programs start has the functions that bash exports', () => {
  const script = exportScript(standardEnvironment('/usr/bin:/bin', undefined))
  const printed = execFileSync('bash', ['-c', `${script}\nf() { echo kept; }; export -f f; "$SHELL" -c f`], { env: {} })
  expect(printed.toString()).toBe('kept\n')
})

test('only a sandbox with egress has proxy settings', () => {
  expect(Object.keys(standardEnvironment('/bin', undefined)).filter((name) => /proxy/i.test(name))).toEqual([])
  expect(standardEnvironment('/bin', 'http://127.0.0.1:3128')).toMatchObject({
    HTTP_PROXY: 'http://127.0.0.1:3128',
    https_proxy: 'http://127.0.0.1:3128',
    NODE_USE_ENV_PROXY: '1',
  })
})
