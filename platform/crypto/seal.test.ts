import { createSecretKey } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { associate, seal, SealBroken, sealLarge, sealWith, unseal } from './seal.ts'

const hex = (text: string) => Buffer.from(text, 'hex')
const keyOf = (bytes: Uint8Array) => createSecretKey(bytes)
const keys = fc.uint8Array({ minLength: 32, maxLength: 32 })
const bytes = fc.uint8Array({ maxLength: 300 })

// McGrew and Viega, “The Galois/Counter Mode of Operation”, appendix B, test cases 14 and 16 (AES-256).
const vectors = [
  {
    key: '00'.repeat(32),
    nonce: '00'.repeat(12),
    content: '00'.repeat(16),
    associated: '',
    sealed: 'cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919',
  },
  {
    key: 'feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308',
    nonce: 'cafebabefacedbaddecaf888',
    content:
      'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39',
    associated: 'feedfacedeadbeeffeedfacedeadbeefabaddad2',
    sealed:
      '522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662' +
      '76fc6ece0f4e1768cddf8853bb2d551b',
  },
]

test.each(vectors)('the known vector under $key seals and opens', ({ key, nonce, content, associated, sealed }) => {
  const made = sealWith(keyOf(hex(key)), hex(content), hex(associated), hex(nonce))
  expect(made.toString('hex')).toBe(`01${nonce}${sealed}`)
  expect(unseal(keyOf(hex(key)), made, hex(associated)).toString('hex')).toBe(content)
})

test('bytes sealed in pieces open unchanged, and the event loop turns after each piece', async () => {
  const key = keyOf(Buffer.alloc(32, 1))
  let turns = 0
  let counting = setImmediate(function count() {
    turns += 1
    counting = setImmediate(count)
  })
  for (const size of [0, 1, 2 ** 20, 8 * 2 ** 20 + 5]) {
    turns = 0
    const content = Buffer.alloc(size, 'x')
    const sealed = await sealLarge(key, content, hex('aa'))
    expect(unseal(key, sealed, hex('aa')).equals(content)).toBe(true)
    expect(turns).toBeGreaterThanOrEqual(Math.floor(size / 2 ** 20))
  }
  clearImmediate(counting)
})

test('sealed bytes open unchanged, and sealing twice produces different output', () => {
  fc.assert(
    fc.property(keys, bytes, bytes, (key, content, associated) => {
      const sealed = seal(keyOf(key), content, associated)
      expect(sealed.equals(seal(keyOf(key), content, associated))).toBe(false)
      expect(new Uint8Array(unseal(keyOf(key), sealed, associated))).toEqual(content)
    }),
  )
})

test('sealed bytes with a changed bit, a cut or an added byte do not open', () => {
  fc.assert(
    fc.property(keys, bytes, bytes, fc.nat(), (key, content, associated, at) => {
      const sealed = seal(keyOf(key), content, associated)
      const flipped = Buffer.from(sealed)
      flipped[at % sealed.length]! ^= 1 << (at % 8)
      for (const broken of [flipped, sealed.subarray(0, at % sealed.length), Buffer.concat([sealed, Buffer.of(0)])]) {
        expect(() => unseal(keyOf(key), broken, associated)).toThrow(SealBroken)
      }
    }),
  )
})

test('sealed bytes do not open with another key or other associated data', () => {
  fc.assert(
    fc.property(keys, keys, bytes, bytes, bytes, (key, otherKey, content, associated, other) => {
      const sealed = seal(keyOf(key), content, associated)
      if (!Buffer.from(key).equals(otherKey)) {
        expect(() => unseal(keyOf(otherKey), sealed, associated)).toThrow(SealBroken)
      }
      if (!Buffer.from(associated).equals(other)) {
        expect(() => unseal(keyOf(key), sealed, other)).toThrow(SealBroken)
      }
    }),
  )
})

test('different lists of texts give different associated data', () => {
  const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 4 }), { maxLength: 4 })
  fc.assert(
    fc.property(texts, texts, (one, other) => {
      expect(associate(...one).equals(associate(...other))).toBe(JSON.stringify(one) === JSON.stringify(other))
    }),
  )
  expect(associate('ab', 'c').equals(associate('a', 'bc'))).toBe(false)
  expect(() => associate('\ud800')).toThrow('well-formed')
})
