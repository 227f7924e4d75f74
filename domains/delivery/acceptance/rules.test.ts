import fc from 'fast-check'
import { expect, test } from 'vitest'
import { faultOfFiles } from './handlers.ts'
import { acceptanceLimits, isFrozen, messageWithoutText } from './rules.ts'

const file = (path: string, content = 'x') => ({ path, content })

test('acceptance tests are test files of the repository, each once, and small together', () => {
  expect([faultOfFiles([]), faultOfFiles([file('test/a.test.js'), file('b_test.go')])]).toEqual([undefined, undefined])
  for (const path of [
    'src/a.js',
    '/a.test.js',
    '../a.test.js',
    'test//a.test.js',
    "test/a'.test.js",
    'vitest.config.ts',
  ])
    expect([path, faultOfFiles([file(path)])]).toEqual([path, 'notTest'])
  expect(faultOfFiles([file('test/a.test.js'), file('test/A.test.js')])).toBe('notTest')
  const half = 'ü'.repeat(acceptanceLimits.bytes / 4)
  expect(faultOfFiles([file('a.test.js', half), file('b.test.js', half)])).toBeUndefined()
  expect(faultOfFiles([file('a.test.js', half), file('b.test.js', `${half}x`)])).toBe('tooLarge')
})

test('they stay as they are while a run works, and an adopted cycle takes them until something is built', () => {
  const states = ['draft', 'planning', 'running', 'blocked', 'reviewing', 'completed', 'stopping', 'stopped', 'failed']
  const open = (isAdopted: boolean, isBuilt: boolean) =>
    states.filter((status) => !isFrozen({ status, isAdopted, isBuilt }))
  expect(open(false, false)).toEqual(['draft', 'stopped', 'failed'])
  expect(open(true, true)).toEqual(['draft', 'stopped', 'failed'])
  expect(open(true, false)).toEqual(['draft', 'planning', 'running', 'stopped', 'failed'])
})

test('the output of a failing test has values, and never a line of its text', () => {
  const text = "test('total', () => {\n  assert.ok(isStrong('correct horse'))\n})\n"
  const printed = "The expression evaluated to a falsy value:\n\n  assert.ok(isStrong('correct horse'))\n\n3 !== 4"
  expect(messageWithoutText(printed, [text])).toBe('The expression evaluated to a falsy value: 3 !== 4')
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 8, maxLength: 30 })), fc.string(), (lines, more) => {
      const kept = messageWithoutText([...lines, more, ...lines].join('\n'), [lines.join('\n')])
      for (const line of lines.map((one) => one.trim()).filter((one) => one.length >= 8))
        expect(kept.includes(line)).toBe(false)
    }),
  )
})
