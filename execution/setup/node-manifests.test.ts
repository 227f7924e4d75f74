import { expect, test } from 'vitest'
import { yarn } from './for-node.ts'
import { managerField } from './node-manifests.ts'

const pnpm = { name: 'pnpm', version: '9.12.3' } as const

test.each<[string, unknown, ReturnType<typeof managerField>]>([
  ['its own field', { packageManager: 'pnpm@9.12.3+sha512.a' }, pnpm],
  ['devEngines', { devEngines: { packageManager: { name: 'pnpm', version: '9.12.3' } } }, pnpm],
  [
    'the first of a list of devEngines that is known',
    { devEngines: { packageManager: [{ name: 'odd', version: '1.0.0' }, 1, pnpm] } },
    pnpm,
  ],
  ['both', { packageManager: 'pnpm@9.12.3', devEngines: { packageManager: { name: 'npm', version: '1.0.0' } } }, pnpm],
  ['a range', { devEngines: { packageManager: { name: 'pnpm', version: '>=9' } } }, undefined],
  ['other values', { packageManager: 9, devEngines: { packageManager: 'pnpm@9.12.3' } }, undefined],
])('a package manager by %s', (_, manifest, expected) => {
  expect(managerField(new Map([['package.json', JSON.stringify(manifest)]]))).toEqual(expected)
})

test('programs that a script of yarn starts with yarn print no frame, as under yarn itself', () => {
  expect(yarn.later).toEqual({ YARN_WRAP_OUTPUT: 'false' })
})
