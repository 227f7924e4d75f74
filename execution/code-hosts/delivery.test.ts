import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readHostDelivery } from './delivery.ts'

const secret = 'a secret of the test'
const bytes = Buffer.from(JSON.stringify({ repository: { full_name: 'acme/shop' } }))
const signed = (content: Buffer, key = secret) => createHmac('sha256', key).update(content).digest('hex')
const read = (kind: 'github' | 'gitea' | 'gitlab', headers: Readonly<Record<string, string>>, content = bytes) =>
  readHostDelivery(kind, { bytes: content, header: (name) => headers[name] }, secret)

test('GitHub’s and Gitea’s signatures over these bytes are taken, with their id, event and repository', () => {
  const github = {
    'x-hub-signature-256': `sha256=${signed(bytes)}`,
    'x-github-event': 'pull_request',
    'x-github-delivery': 'one',
  }
  expect(read('github', github)).toEqual({ id: 'one', event: 'pull_request', fullName: 'acme/shop' })
  const gitea = { 'x-gitea-signature': signed(bytes), 'x-gitea-event': 'push', 'x-gitea-delivery': 'two' }
  expect(read('gitea', gitea)).toEqual({ id: 'two', event: 'push', fullName: 'acme/shop' })
  const forgejo = { 'x-forgejo-signature': signed(bytes), 'x-forgejo-event': 'push', 'x-forgejo-delivery': 'three' }
  expect(read('gitea', forgejo)).toMatchObject({ id: 'three' })
})

test('no other bytes, secret, kind of host or form of a signature is taken', () => {
  const of = (signature: string) => ({ 'x-hub-signature-256': signature })
  expect(read('github', {})).toBeUndefined()
  expect(read('github', of(signed(bytes, 'another')))).toBeUndefined()
  expect(read('github', of(`sha256=${signed(bytes)}`), Buffer.from('{}'))).toBeUndefined()
  expect(read('gitea', of(`sha256=${signed(bytes)}`))).toBeUndefined()
  fc.assert(
    fc.property(fc.string(), (signature) => {
      fc.pre(signature.replace(/^sha256=/, '') !== signed(bytes))
      expect(read('github', of(signature))).toBeUndefined()
    }),
  )
})

test('a webhook of GitLab is taken only by the secret in its header', () => {
  const content = Buffer.from(JSON.stringify({ project: { path_with_namespace: 'acme/shop' } }))
  const of = (header: string) => ({ 'x-gitlab-token': header, 'x-gitlab-event': 'Note Hook', 'idempotency-key': 'one' })
  expect(read('gitlab', of(secret), content)).toEqual({ id: 'one', event: 'Note Hook', fullName: 'acme/shop' })
  const inGroups = Buffer.from(JSON.stringify({ project: { path_with_namespace: 'acme/web/shop' } }))
  expect(read('gitlab', of(secret), inGroups)).toMatchObject({ fullName: 'acme/web/shop' })
  expect(read('gitlab', { 'x-gitlab-token': secret }, content)).toMatchObject({
    id: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  for (const wrong of ['', `${secret}x`, secret.slice(1), signed(content)])
    expect(read('gitlab', of(wrong), content)).toBeUndefined()
  expect(read('gitlab', { 'x-gitea-signature': signed(content) }, content)).toBeUndefined()
  expect(read('gitea', of(secret), content)).toBeUndefined()
})

test('signed bytes that are not JSON are refused, and a payload without a repository has no repository name', () => {
  const none = Buffer.from('no json')
  expect(read('gitea', { 'x-gitea-signature': signed(none) }, none)).toBeUndefined()
  for (const text of ['null', '[]', '{"repository":7}', '{"repository":{"full_name":["a"]}}']) {
    const content = Buffer.from(text)
    expect(read('gitea', { 'x-gitea-signature': signed(content) }, content)).toMatchObject({ fullName: undefined })
  }
})
