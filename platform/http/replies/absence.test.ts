import { expect, test } from 'vitest'
import { absenceOf } from './errors.ts'

test.each([
  ['/v1/api/projects/{id}', 'There is no such project in this workspace.'],
  ['/v1/api/projects/{id}/preview', 'There is no such project in this workspace, or it has no such resource.'],
  ['/v1/api/projects/{id}/environments/{environmentId}', 'There is no such environment in this workspace.'],
  ['/v1/api/client-accounts/{id}', 'There is no such client account in this workspace.'],
  ['/v1/api/ai/batches/{id}', 'There is no such batch in this workspace.'],
  ['/v1/api/accesses/{id}', 'There is no such access in this workspace.'],
  ['/v1/api/identities/{id}', 'There is no such identity in this workspace.'],
  ['/v1/api/repos/{repoId}', 'There is no such repository in this workspace.'],
  ['/v1/api/identities/{clientAccountId}', 'There is no such client account in this workspace.'],
  ['/v1/api/web-providers/{provider}', 'There is no such resource in this workspace.'],
])('404 of %s: %s', (path, sentence) => {
  expect(absenceOf(path)).toBe(sentence)
})
