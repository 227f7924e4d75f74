import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openPktReader, pktLine, flushPkt, sideband } from '../../../execution/repositories/index.ts'
import { pushReport } from './report.ts'
import { findingsPresent, newFindings, refusalOfRefs, rejectedPush } from './rules.ts'
import { asksForCommits, isVersion2 } from './fetch-with-git.ts'

const sha = fc.string({ unit: fc.constantFrom('0', '7', 'a', 'f'), minLength: 40, maxLength: 40 })
const name = fc.constantFrom('refs/heads/main', 'refs/heads/side', 'refs/tags/main', 'refs/heads/main/x')
const head = { branch: 'main', commitSha: 'a'.repeat(40) }

test('only one command, which moves the default branch on from its head, is not refused', () =>
  fc.assert(
    fc.property(
      fc.array(fc.record({ from: fc.oneof(sha, fc.constant(head.commitSha)), to: sha, name })),
      (commands) => {
        const [first] = commands
        const isTaken =
          commands.length === 1 &&
          first!.name === 'refs/heads/main' &&
          first!.from === head.commitSha &&
          first!.to !== '0'.repeat(40)
        expect(refusalOfRefs(commands, head) === undefined).toBe(isTaken)
      },
    ),
  ))

test('a refusal names its cause', () => {
  const move = { from: head.commitSha, to: 'b'.repeat(40), name: 'refs/heads/main' }
  const codeOf = (...commands: (typeof move)[]) => refusalOfRefs(commands, head)?.code
  expect(codeOf(move)).toBeUndefined()
  expect(codeOf({ ...move, name: 'refs/heads/side' })).toBe('ref_refused')
  expect(codeOf(move, { ...move, name: 'refs/tags/v1' })).toBe('ref_refused')
  expect(codeOf({ ...move, to: '0'.repeat(40) })).toBe('branch_deleted')
  expect(codeOf({ ...move, from: 'c'.repeat(40) })).toBe('revision_moved')
})

test('only findings that no earlier revision has are new', () => {
  const finding = { path: 'a.js', rule: 'github_token', commitSha: 'a'.repeat(40), line: 1 }
  const elsewhere = { ...finding, line: 2 }
  expect(newFindings([finding, elsewhere], [finding])).toEqual([elsewhere])
  expect(newFindings([finding], [finding])).toEqual([])
})

test('the sentences of a refusal show twenty places, and no control character of a name', () => {
  const findings = Array.from({ length: 30 }, (_, line) => ({
    path: 'a\u001b[31m.js',
    rule: 'github_token',
    commitSha: 'a'.repeat(40),
    line,
  }))
  const { sentences } = findingsPresent(findings)
  expect(sentences.filter((sentence) => sentence.startsWith('a?[31m.js:'))).toHaveLength(20)
  expect(sentences).toContain('… and 10 more.')
  expect(rejectedPush([{ path: 'bundle', message: 'It is damaged.' }]).sentences).toContain('It is damaged.')
})

test('a report has a status for each branch, in bands only if the client knows them', () => {
  const push = { commands: [{ from: 'a', to: 'b', name: 'refs/heads/main' }], capabilities: new Set(['report-status']) }
  const plain = Buffer.concat([pktLine('unpack ok\n'), pktLine('ok refs/heads/main\n'), flushPkt])
  expect(pushReport(push, undefined)).toEqual(plain)
  const banded = { ...push, capabilities: new Set(['report-status', 'side-band-64k']) }
  const bands = [sideband('message', 'Revision 2\n'), sideband('answer', plain), flushPkt]
  expect(pushReport(banded, undefined, ['Revision 2'])).toEqual(Buffer.concat(bands))
})

test('lines are read as they were written, however the stream is cut', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ minLength: 1, maxLength: 200 })),
      fc.integer({ min: 1, max: 50 }),
      async (contents, step) => {
        const sent = Buffer.concat([...contents.map(pktLine), flushPkt, Buffer.from('rest')])
        const reader = openPktReader(pieces(sent, step))
        for (const content of contents) expect(await reader.line()).toEqual(Buffer.from(content))
        expect(await reader.line()).toBe('flush')
        let rest = ''
        for await (const chunk of reader.rest()) rest += chunk.toString()
        expect(rest).toBe('rest')
      },
    ),
  ))

async function* pieces(bytes: Buffer, step: number) {
  for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step)
}

test('the version of the protocol, and the requested refs, are read as git writes them', () => {
  expect([undefined, 'version=1', 'version=2', 'x:version=2'].map(isVersion2)).toEqual([false, false, true, true])
  const requests = ['0012command=fetch', '0014command=ls-refs\n', '0032want a', ''].map((text) => Buffer.from(text))
  expect(requests.map(asksForCommits)).toEqual([true, false, true, false])
})
