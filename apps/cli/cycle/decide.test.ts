import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { review } from '../../../domains/delivery/review/contract.ts'
import { atelier } from '../program/command.ts'
import { quietSession } from '../../../testing/cli/quiet-session.ts'
import { printPatches } from '../commands/work/diff.ts'
import { askInPlace, decideFor, noReadChanges, showAndDecide } from './decide.ts'
import type { Evidence } from './evidence.ts'
import { shortId } from '../ids.ts'
import { requestLines, waysToDecide, type Request } from './request.ts'

const request: Request = {
  id: '019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11',
  projectId: 'p',
  cycleId: 'c',
  taskId: 't',
  taskTitle: 'A change',
  runId: 'r',
  requestType: 'approval',
  requiredActor: 'agency',
  blocking: true,
  status: 'pending',
  title: 'Merge “A\u001b[2Jchange”?',
  question: 'May it be merged?',
  commitSha: 'a'.repeat(40),
  reasons: [
    { code: 'assertion_removed', message: 'An assertion\u0007 is gone.', path: 'src/\u202ea.test.ts', line: 3 },
    { code: 'more', message: 'And 2 more.' },
  ],
  createdAt: '2026-03-04T10:15:30.000Z',
  decidedAt: null,
  decidedBy: null,
  decision: null,
  feedback: null,
}

const script = `
  process.stdin.isTTY = process.stderr.isTTY = true
  const { askInPlace } = await import(process.argv[1])
  const { absent } = await import(process.argv[2])
  const output = { json: false, say: (line) => console.error(line), paintMessage: (_style, text) => text }
  const call = async ({ path }) => {
    if (path.startsWith('/v1/api/cycles/')) throw absent('not_found', 'There is no such cycle.')
    const lines = Array.from({ length: Number(process.argv[4]) }, (_, at) => '+line ' + at + (at === 0 ? '\\u001b[2J' : ''))
    return { headSha: 'abc', patch: ['diff --git a/a.txt b/a.txt', ...lines].join('\\n'), patchTruncated: false }
  }
  const session = { output, signal: new AbortController().signal, client: async () => ({ call }) }
  const read = { lists: new Set(), patches: new Set() }
  const decision = await askInPlace(session, read)({ taskId: process.argv[3] })
  console.log(JSON.stringify(decision ?? null) + ' ' + [...read.patches])`

/**
 * The decision of a person who types these lines, one at each question, into pipes that pass for a terminal; and the
 * shown text.
 */
const typedAt = async (lines: readonly string[], lineCount = 320) => {
  const files = [join(import.meta.dirname, 'decide.ts'), join(import.meta.dirname, '../failure.ts')]
  const argv = ['--input-type=module', '--eval', script, ...files, request.id, String(lineCount)]
  const child = spawn(process.execPath, argv)
  const waiting = [...lines]
  let shown = ''
  child.stderr.on('data', (chunk: Buffer) => {
    const before = questionsIn(shown)
    shown += chunk.toString()
    for (let more = questionsIn(shown) - before; more > 0; more -= 1) child.stdin.write(`${waiting.shift()}\n`)
  })
  const [result] = await Promise.all([text(child.stdout), once(child, 'close')])
  const end = result.lastIndexOf(' ')
  return { decision: JSON.parse(result.slice(0, end)) as unknown, read: result.slice(end + 1).trim(), shown }
}
const typed = async (...lines: readonly string[]) => (await typedAt(lines)).decision
const questionsIn = (shown: string) => shown.match(/\[l\]ater: |given up: /g)?.length ?? 0

test.runIf(isLong).each([
  [['y'], { status: 'approved' }],
  [['YES'], { status: 'approved' }],
  [['n', 'Shorter, please.'], { status: 'denied', feedback: 'Shorter, please.' }],
  [['no', ''], { status: 'denied' }],
  [['l'], null],
  [[''], null],
  [['perhaps'], null],
])('%j at a terminal decides as typed, and nothing by chance', async (lines, decision) => {
  expect(await typed(...lines)).toEqual(decision)
})

test.runIf(isLong)('d shows the diff before the answer, harmless and cut to 300 lines, and asks again', async () => {
  const { decision, read, shown } = await typedAt(['d', 'y'])
  expect([decision, read]).toEqual([{ status: 'approved' }, ''])
  const [first, after] = shown.split('diff --git a/a.txt b/a.txt')
  expect(first).toContain('Merge it? [d]iff, [y]es, [n]o, or [l]ater: ')
  expect(after).toContain('+line 0\\u{001b}[2J\n')
  expect(after).toContain('+line 298\n21 more lines. See all of it: ')
  expect(questionsIn(after!)).toBe(1)
  expect((await typedAt(['d', 'y'], 12)).read).toBe('abc')
})

test('the end of a run leaves out the list and the patch that a person read before, and a pipe gets the patch', async () => {
  const read = noReadChanges()
  await decideFor(quietSession('/').session, {}, read)(request)
  expect([...read.lists]).toEqual([request.commitSha])
  const evidence = {
    headSha: request.commitSha,
    patch: '+line\n',
    files: [],
    checks: [],
    packages: { changes: [] },
    verdict: { findings: [], untestedValues: [], probes: [{ name: 'hunks', outcome: 'ran', findings: 0 }] },
  } as unknown as Evidence
  const shownTo = (isTTY: boolean, ...patches: readonly string[]) => {
    const { session, printed, said } = quietSession('/')
    const wasTTY = process.stdout.isTTY
    process.stdout.isTTY = isTTY
    printPatches(session, [evidence], { ...read, patches: new Set(patches) })
    process.stdout.isTTY = wasTTY
    return [...printed, ...said.slice(2)]
  }
  expect(shownTo(true, evidence.headSha)).toEqual([])
  expect(shownTo(true, 'another')).toEqual(['+line\n'])
  expect(shownTo(false, evidence.headSha)).toEqual(['+line\n'])
})

test('asks nothing without a terminal, or if a script reads the answer', async () => {
  expect(await askInPlace(quietSession('/').session)(request)).toBeUndefined()
})

test('a request is shown with its reasons and places, without what would move the cursor', () => {
  expect(requestLines(request)).toEqual([
    'Merge “A\\u{001b}[2Jchange”?',
    '  - src/\\u{202e}a.test.ts:3: An assertion\\u{0007} is gone.',
    '  - And 2 more.',
  ])
  expect(requestLines({ ...request, requestType: 'question', reasons: [] })[1]).toBe('  May it be merged?')
  expect(waysToDecide(request)).toEqual([
    `See the change: ${atelier} diff c`,
    `Decide: ${atelier} approve ${shortId(request.id)}, or ${atelier} reject ${shortId(request.id)} --feedback "<what should be different>"`,
  ])
  expect(waysToDecide({ ...request, commitSha: null })).toHaveLength(1)
})

test('the list of what no test shows comes before the question, and no option accepts it unseen', async () => {
  const unshown = { code: 'unseen', message: 'a.js:3 opens the network: “fetch(a)”.', path: 'a.js', line: 3 }
  const finding = {
    kind: 'network_opened',
    level: 'ask',
    path: 'a.js',
    line: 3,
    reason: unshown.message,
    unshown: true,
  }
  const verdict = { findings: [finding], untestedValues: ['490'], probes: [{ name: 'hunks', outcome: 'ran' }] }
  const sent: unknown[] = []
  const call = (operation: unknown, given: unknown) => {
    if (operation === review.getTaskReviewEvidence) return Promise.resolve({ verdict })
    sent.push(given)
    return Promise.resolve({})
  }
  const { session, said } = quietSession('/', () => Promise.resolve({ call } as never))
  const asked = { ...request, reasons: [unshown, { code: 'shown', message: 'Only its own tests show it.' }] }
  const accepting = decideFor(session, { acceptUnverified: true })
  expect([await showAndDecide(session, asked, accepting), sent]).toEqual([false, []])
  expect(said.slice(0, 7)).toEqual([
    'The run waits for a decision:',
    '  Merge “A\\u{001b}[2Jchange”?',
    '    - Only its own tests show it.',
    'What no test shows (2):',
    '  a.js',
    '    3: Opens the network: “fetch(a)”.',
    '  asked for, tested by nothing: 490',
  ])
  verdict.findings = []
  expect(await showAndDecide(session, { ...asked, reasons: asked.reasons.slice(1) }, accepting)).toBe(true)
  expect(sent).toMatchObject([
    { body: { status: 'approved', decision: 'Accepted unverified, by --accept-unverified.' } },
  ])
})
