import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { parseRootKeys } from '../../../platform/crypto/index.ts'
import { openArtifactLinks } from './links.ts'

const keyOf = (digit: string) => digit.repeat(64)
const links = (...digits: string[]) => openArtifactLinks(parseRootKeys('KEYS', digits.map(keyOf).join(',')))
const of = { workspaceId: uuidv7(), id: uuidv7() }
const now = new Date('2026-03-04T10:00:00.000Z')
const later = (ms: number) => new Date(now.getTime() + ms)

test('a token serves its file for five minutes, on every process with the key, and after the key is followed by another', () => {
  const { token, expiresAt } = links('1').sign(of, now)!
  expect(expiresAt).toEqual(later(300_000))
  expect(links('1').read(token, now)).toEqual(of)
  expect(links('2', '1').read(token, later(299_999))).toEqual(of)
  expect(links('1').read(token, later(300_000))).toBeUndefined()
  expect(links('2').read(token, now)).toBeUndefined()
  expect(openArtifactLinks(undefined).sign(of, now)).toBeUndefined()
  expect(openArtifactLinks(undefined).read(token, now)).toBeUndefined()
})

test('no bit of a token can be changed, no end of it cut, and no other spelling is taken', () => {
  const all = links('1')
  const { token } = all.sign(of, now)!
  const bytes = Buffer.from(token, 'base64url')
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const altered = Buffer.from(bytes)
    altered[bit >> 3]! ^= 1 << (bit & 7)
    expect(all.read(altered.toString('base64url'), now)).toBeUndefined()
  }
  for (const other of ['', token.slice(0, -1), `${token}A`, `${token}=`, ` ${token}`, bytes.toString('hex')])
    expect(all.read(other, now)).toBeUndefined()
})
