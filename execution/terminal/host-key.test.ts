import { createPrivateKey, type KeyObject } from 'node:crypto'
import { expect, test } from 'vitest'
import { lengthOf } from '../../testing/soak.ts'
import { makeHostKey, parseHostKey, readHostKey, openSshPrivateKey } from './host-key.ts'

/** RFC 8410, section 7: the bytes before the 32 of a private Ed25519 key. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const keyOf = (seed: string): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8, Buffer.from(seed, 'hex')]), format: 'der', type: 'pkcs8' })

test.each([
  ['a public key that begins with a zero byte', 'bb6eebcbc703e8dfbd48f96c918e965c01e6253b3c733a35a687525a6031e434'],
  ['a private key that begins with zero bytes', '0000862cfa46e417c39d88f87e06eadfc93792d51767e4071fb3875b18e9f26a'],
])('the SSH server reads %s', (_name, seed) => {
  const key = keyOf(seed)
  const read = parseHostKey(openSshPrivateKey(key))
  const point = Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url')
  expect(Buffer.from(read?.publicKey.split(' ')[1] ?? '', 'base64').subarray(-32)).toEqual(point)
})

test('the SSH server reads each host key that is made for it', () => {
  const fingerprints = new Set<string>()
  const keys = lengthOf({ daily: 500, soak: 20_000 })
  for (let made = 0; made < keys; made += 1) fingerprints.add(makeHostKey().fingerprint)
  expect(fingerprints.size).toBe(keys)
})

test('a public key, a cut private key and text are no host key', () => {
  const made = makeHostKey()
  expect([made.publicKey, made.privateKey.slice(0, -80), 'no key'].map(parseHostKey)).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(() => readHostKey('no key', '/data/ssh-host.key')).toThrow('/data/ssh-host.key holds no Ed25519 key')
})
