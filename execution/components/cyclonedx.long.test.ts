import { readFile } from 'node:fs/promises'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { expect, test } from 'vitest'
import { makeBill } from './make-bill.ts'

const subject = {
  project: 'Shop',
  repositoryId: '01a21a3d-4cc0-7486-8d8e-433ca580eaa3',
  commitSha: 'a'.repeat(40),
  at: new Date('2026-03-04T10:15:30.000Z'),
  supplier: 'Acme',
}

test.each<[string, Readonly<Record<string, string>>]>([
  ['of this repository', { 'package-lock.json': await readFile('package-lock.json', 'latin1') }],
  ['without packages', {}],
  [
    'of several ecosystems, with a manifest that nothing locks',
    {
      'go.mod': 'go 1.22\nrequire github.com/x/y/v2 v2.0.0+incompatible\n',
      'gradle.lockfile': 'com.google.guava:guava:32.0=compileClasspath\n',
      'Gemfile.lock': 'GEM\n  remote: https://gems.example/\n  specs:\n    a-b (1.0)\n',
      'pom.xml': '<dependency>',
    },
  ],
])('a bill of materials %s is CycloneDX 1.6 to the letter of its schema', async (_name, files) => {
  const { document } = makeBill({ subject, files: new Map(Object.entries(files)), unread: [] })
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6)
  expect(await validator.validate(document)).toBeNull()
  expect(await validator.validate(document.replace('"CycloneDX"', '"Cyclone"'))).not.toBeNull()
})
