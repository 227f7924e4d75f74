import { expect, test } from 'vitest'
import { makeAuditKey, readAuditKeys, verifiersOf } from './audit-keys.ts'
import { openNote, signCheckpoint, verifierText } from './note.ts'

const checkpoint = { origin: 'log', size: 1, root: Buffer.alloc(32) }
const read = (text: string) => readAuditKeys(text, 'audit.key')

test('the known vector of RFC 8032, section 7.1, test 1', () => {
  const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex')
  const { signer } = read(seed.toString('base64'))
  expect(signer.publicKey.toString('hex')).toBe('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a')
  expect(signer.sign(Buffer.alloc(0)).toString('hex')).toMatch(
    /^e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b$/,
  )
})

test('former keys are trusted for verification and do not sign', () => {
  const now = makeAuditKey()
  const former = makeAuditKey()
  const earlier = makeAuditKey()
  const printed = makeAuditKey()
  const lines = [
    now,
    former,
    `public:${read(earlier).signer.publicKey.toString('base64')}`,
    `public:${verifierText({ name: 'log', publicKey: read(printed).signer.publicKey })}`,
  ]
  const keys = read(lines.join('\n'))
  expect(keys.signer.publicKey).toEqual(read(now).signer.publicKey)
  for (const text of [now, former, earlier, printed])
    expect(openNote(signCheckpoint(checkpoint, read(text).signer), verifiersOf(keys, 'log'))).toHaveProperty('text')
})

test.each([
  ['nonsense', 'Line 1'],
  ['', 'Line 1'],
  [`public:${Buffer.alloc(32).toString('base64')}`, 'Line 1'],
  [`${Buffer.alloc(32).toString('base64')}\nshort`, 'Line 2'],
])('text without keys is refused with its line: %j', (text, line) => {
  expect(() => read(text)).toThrow(`${line} of audit.key`)
})
