import { expect, test } from 'vitest'
import { publicRegistries } from '../../../../execution/setup/index.ts'
import { hostsFor } from './fetch-packages.ts'

const { npm, pypi } = publicRegistries

test.each([
  ['the public registries of the project by default', ['registries'], {}, [...npm, ...pypi]],
  ['further hosts', ['registries', '*.example.net'], {}, [...npm, ...pypi, '*.example.net']],
  ['other hosts alone', ['packages.example.org'], {}, ['packages.example.org']],
  ['nothing', [], {}, []],
  ['no public registry where the operator has another', ['registries'], { npm: 'http://127.0.0.1/' }, [...pypi]],
])('a fetch reaches %s', (_, egressHosts, registries, expected) => {
  expect(hostsFor({ egressHosts, registries }, ['npm', 'pypi'])).toEqual(expected)
})
