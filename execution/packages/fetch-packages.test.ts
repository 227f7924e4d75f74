import { expect, test } from 'vitest'
import { mirrorFor } from '../setup/index.ts'
import { placesOf } from './fetch-packages.ts'

test.each([
  [
    'https://reader:secret@packages.example.com/pypi/simple/',
    'https://reader:secret@packages.example.com/pypi/',
    'simple/',
  ],
  ['http://127.0.0.1:3141/root/pypi/+simple', 'http://127.0.0.1:3141/root/pypi/', '+simple/'],
  ['http://127.0.0.1:8080/simple/', 'http://127.0.0.1:8080/', 'simple/'],
  ['https://packages.example.com/pypi/', 'https://packages.example.com/pypi/', ''],
])('files of Python packages are found beside the folder of their pages: %s', (upstream, root, folder) => {
  expect(placesOf('pypi', upstream)).toEqual({ root, folder })
})

test('the operator names other registries, and their folder may have any name', () => {
  const upstream = 'https://packages.example.com/simple/'
  expect(placesOf('npm', upstream)).toEqual({ root: upstream, folder: '' })
})

test('the fetch of a plan is sent to another registry by the variables of its managers for that ecosystem only', () => {
  const managers = ['npm', 'pip']
  expect(mirrorFor(managers, 'npm', 'http://npm.internal/')).toMatchObject({
    npm_config_registry: 'http://npm.internal/',
    // pnpm 11 reads no names of npm.
    pnpm_config_registry: 'http://npm.internal/',
  })
  expect(Object.values(mirrorFor(managers, 'pypi', 'http://pypi.internal/simple/'))).toContain(
    'http://pypi.internal/simple/',
  )
  expect(mirrorFor(managers, 'crates', 'http://crates.internal/')).toEqual({})
})
