import { expect, test } from 'vitest'
import { programOf } from './build-image.ts'

test.each([
  ['CMD alone', { Cmd: ['node', 'a.js'] }, ['node', 'a.js']],
  ['ENTRYPOINT before CMD', { Entrypoint: ['node'], Cmd: ['a.js'] }, ['node', 'a.js']],
  ['a text', { Entrypoint: null, Cmd: 'serve' }, ['serve']],
])('%s is what an image runs', (_what, config, argv) => {
  expect(programOf(config)).toEqual({ argv, cwd: '/', environment: {}, port: undefined })
})

test.each([{}, { Cmd: null, Entrypoint: null }, { Cmd: [] }, { Cmd: [''] }])('%j runs nothing', (config) => {
  expect(programOf(config)).toBeUndefined()
})

test('folder, variables and the first TCP port are taken as far as they make sense', () => {
  expect(
    programOf({
      Cmd: ['x'],
      WorkingDir: '/shop',
      Env: ['A=b=c', 'EMPTY=', 'not a variable', '1X=y', 'LINES=a\nb'],
      ExposedPorts: { '53/udp': {}, '70000/tcp': {}, '8080/tcp': {}, '9090/tcp': {} },
    }),
  ).toEqual({ argv: ['x'], cwd: '/shop', environment: { A: 'b=c', EMPTY: '', LINES: 'a\nb' }, port: 8080 })
})
