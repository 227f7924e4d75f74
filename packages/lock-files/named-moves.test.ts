import { expect, test } from 'vitest'
import { movesNamedPackages } from './named-moves.ts'

const entry = (
  name: string,
  version: string,
  hash: string,
  host = 'registry.npmjs.org',
) => `    "node_modules/${name}": {
      "version": "${version}",
      "resolved": "https://${host}/${name}/-/${name}-${version}.tgz",
      "integrity": "sha512-${hash}=="
    }`
const npm = (asked: string, ...entries: readonly string[]) => `{
  "name": "shop",
  "lockfileVersion": 3,
  "packages": {
    "": { "name": "shop", "dependencies": { "tiny-pad": "${asked}" } },
${entries.join(',\n')}
  }
}
`
const pad = entry('tiny-pad', '1.0.0', 'old')
const padNow = entry('tiny-pad', '1.0.2', 'new')
const ink = entry('ink', '1.0.0', 'ink')
const request = 'Upgrade tiny-pad from 1.0.0 to 1.0.2'
const before = npm('1.0.0', pad, ink)
const isNamed = (after: string, words = request, path = 'package-lock.json', was = before) =>
  movesNamedPackages({ path, before: was, after }, words)

test('a package that comes to the version that the request names, with its hash, is named', () => {
  expect(isNamed(npm('1.0.2', padNow, ink))).toBe(true)
  expect(isNamed(npm('1.0.2', padNow, ink), 'Upgrade the packages')).toBe(false)
  expect(isNamed(npm('1.0.2', padNow, ink), 'Upgrade tiny-pad to 1.0.3')).toBe(false)
  expect(isNamed(before)).toBe(false)
})

test.each([
  ['another package comes along', npm('1.0.2', padNow, entry('ink', '1.0.2', 'ink'))],
  ['another hash changes', npm('1.0.2', padNow, entry('ink', '1.0.0', 'kni'))],
  ['it comes from another host', npm('1.0.2', entry('tiny-pad', '1.0.2', 'new', 'evil.example'), ink)],
  [
    'a script is added to its entry',
    npm('1.0.2', padNow.replace('"version"', '"hasInstallScript": true, "version"'), ink),
  ],
  ['a package is added', npm('1.0.2', padNow, ink, entry('more', '1.0.0', 'more'))],
  ['a package goes', npm('1.0.2', padNow)],
  ['another algorithm makes its hash', npm('1.0.2', padNow.replace('sha512', 'sha1'), ink)],
  ['another field changes', npm('1.0.2', padNow, ink).replace('"shop",', '"shops",')],
  ['the file cannot be read', '{ "packages": '],
])('a lock file in which %s is not', (_what, after) => {
  expect(isNamed(after)).toBe(false)
})

test('lock files of other tools are read as theirs, and other files are none', () => {
  const cargo = (version: string, hash: string) =>
    `[[package]]\nname = "tiny-pad"\nversion = "${version}"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\nchecksum = "${hash}"\n`
  const cargoIs = (words: string) => isNamed(cargo('1.0.2', 'bb'), words, 'Cargo.lock', cargo('1.0.0', 'aa'))
  expect([cargoIs(request), cargoIs('Upgrade')]).toEqual([true, false])
  expect(isNamed(npm('1.0.2', padNow, ink), request, 'other.json')).toBe(false)
})
