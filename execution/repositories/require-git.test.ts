import { expect, test } from 'vitest'
import { gitFault, requireGit } from './require-git.ts'

test.each(['git version 2.38.0', 'git version 2.39.5', 'git version 2.50.1 (Apple Git-155)', 'git version 3.0.0'])(
  '%s will do',
  (printed) => expect(gitFault(printed)).toBeUndefined(),
)

test.each(['git version 2.37.9', 'git version 2.9.0', 'git version 1.99.0', 'something else'])(
  '%s will not',
  (printed) => expect(gitFault(printed)).toMatch(/needs git 2\.38 or newer, and this is .*\. Install/),
)

test('a missing git is reported', () => expect(gitFault(undefined)).toContain('Install it'))

test('the git of this machine is recent enough', async () => {
  await expect(requireGit()).resolves.toBeUndefined()
})
