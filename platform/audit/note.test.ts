import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkpointOf, openNote, signCheckpoint, verifierOf, verifierText } from './note.ts'
import { newSigner } from '../../testing/audit/made-chain.ts'

// The example in the documentation of golang.org/x/mod/sumdb/note.
const known = {
  verifier: 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  text: 'If you think cryptography is the answer to your problem,\nthen you don’t know what your problem is.\n'.replace(
    '’',
    "'",
  ),
  signature:
    '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n',
}

test('a note signed by another implementation opens with its key', () => {
  const verifier = verifierOf(known.verifier)!
  expect(verifierText(verifier)).toBe(known.verifier)
  expect(openNote(`${known.text}\n${known.signature}`, [verifier])).toEqual({ text: known.text })
  expect(openNote(`${known.text}!\n\n${known.signature}`, [verifier])).toBe('wrong')
  expect(openNote(`${known.text}\n${known.signature}`, [{ ...verifier, name: 'Other' }])).toBe('unknown')
})

test('a checkpoint is three lines under its origin, and is read back unchanged', () => {
  fc.assert(
    fc.property(fc.nat(), fc.uint8Array({ minLength: 32, maxLength: 32 }), (size, root) => {
      const signer = newSigner()
      const checkpoint = { origin: 'atelier/audit/x', size, root: Buffer.from(root) }
      const note = signCheckpoint(checkpoint, signer)
      const opened = openNote(note, [{ name: checkpoint.origin, publicKey: signer.publicKey }])
      expect(opened).toEqual({ text: `atelier/audit/x\n${size}\n${checkpoint.root.toString('base64')}\n` })
      expect(checkpointOf((opened as { text: string }).text)).toEqual(checkpoint)
    }),
    { numRuns: 30 },
  )
})

test('a note with a changed text or signature does not open', () => {
  const signer = newSigner()
  const note = signCheckpoint({ origin: 'log', size: 7, root: Buffer.alloc(32, 1) }, signer)
  const verifiers = [{ name: 'log', publicKey: signer.publicKey }]
  fc.assert(
    fc.property(fc.nat({ max: note.length - 1 }), fc.string({ minLength: 1, maxLength: 1 }), (at, letter) => {
      fc.pre(note[at] !== letter)
      expect(typeof openNote(note.slice(0, at) + letter + note.slice(at + 1), verifiers)).toBe('string')
    }),
  )
})

test('unknown signatures beside a valid one are ignored; an invalid signature of a known key is refused', () => {
  const signer = newSigner()
  const other = newSigner()
  const checkpoint = { origin: 'log', size: 7, root: Buffer.alloc(32, 1) }
  const ours = signCheckpoint(checkpoint, signer)
  const theirs = signCheckpoint(checkpoint, other)
  const both = theirs + ours.split('\n\n')[1]!
  const [one, two] = [signer, other].map(({ publicKey }) => ({ name: 'log', publicKey }))
  expect(openNote(both, [one!])).toHaveProperty('text')
  expect(openNote(both, [one!, two!])).toHaveProperty('text')
  const lines = both.split('\n')
  lines[4] = `— log ${Buffer.concat([Buffer.from(lines[4]!.split(' ')[2]!, 'base64').subarray(0, 4), Buffer.alloc(64)]).toString('base64')}`
  expect(openNote(lines.join('\n'), [one!, two!])).toBe('wrong')
})

test.each([
  'name',
  'name+00000000+',
  known.verifier.replace('c7', 'c8'),
  known.verifier.replace('+ARpc', '+AhPc'),
  known.verifier.replace('Peter', 'Pe ter'),
  `${known.verifier}AAAA`,
  '',
])('is refused as a verifier: %j', (text) => {
  expect(verifierOf(text)).toBeUndefined()
})

test.each(['log\n07\nAAAA\n', 'log\n-1\nAAAA\n', 'log\n7\nAAAA\n', 'log\n7\n', 'log', `log\n7\n${'A'.repeat(43)}=`])(
  'is refused as a checkpoint: %j',
  (text) => {
    expect(checkpointOf(text)).toBeUndefined()
  },
)
