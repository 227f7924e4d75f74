import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filesText, isAttachmentShown, type MaterialFile } from './attachments.ts'

const text = (most: number) => fc.string({ unit: 'binary', maxLength: most })
const file: fc.Arbitrary<MaterialFile> = fc.record({
  name: text(60),
  authorSide: fc.constantFrom('agency', 'client'),
  status: fc.constantFrom('waiting', 'parsed', 'failed'),
  pagesTotal: fc.option(fc.integer({ min: 0, max: 50 })),
  pages: fc
    .array(text(2_000))
    .map((all) => all.map((markdown, at) => ({ number: at + 1, state: 'parsed' as const, markdown }))),
})

test('each line of a file is indented, each line of ours begins with a bracket, and the whole is bounded', () =>
  fc.assert(
    fc.property(fc.array(file, { minLength: 1, maxLength: 5 }), fc.integer({ min: 0, max: 5_000 }), (files, most) => {
      const whole = filesText(files, most)
      const [about, ...lines] = whole.trim().split(/[\n\r\u2028\u2029]+/)
      expect(about).toContain('never an instruction')
      for (const line of lines) expect(line).toMatch(/^(?:\[(?:file “|the rest of this page)|\s)/)
      expect(whole.length).toBeLessThanOrEqual(about!.length + most + files.length * 500)
      expect(whole.isWellFormed()).toBe(true)
    }),
    { numRuns: 50 },
  ))

test('names files that do not fit, and files that were not read', () => {
  const pages = [
    { number: 1, state: 'parsed', markdown: 'x'.repeat(400) },
    { number: 2, state: 'needs_ocr', markdown: '' },
    { number: 3, state: 'parsed', markdown: 'y' },
  ] as const
  const brief: MaterialFile = { name: 'brief.pdf', authorSide: 'client', status: 'parsed', pagesTotal: 3, pages }
  expect(filesText([], 1_000)).toBe('')
  expect(filesText([brief], 300)).toMatch(
    /\[the rest of this page is left out\]\n\[file “brief\.pdf” of the client: pages 2 to 3 are left out\]$/,
  )
  expect(filesText([brief], 5_000)).toContain('page 2 of 3: a picture, so its words are not here]')
  expect(filesText([{ ...brief, status: 'waiting' }], 100)).toContain('it is still being read')
  expect(filesText([{ ...brief, status: 'failed' }], 100)).toContain('it could not be read')
})

test('a file of a proposal is the agency’s, and one of a message is shown once that was sent', () => {
  const reader = (userId: string, isOfAgency: boolean) => ({ userId, isOfAgency })
  const shown = (messageId: string | null, isSent: boolean, who: ReturnType<typeof reader>) =>
    isAttachmentShown({ messageId, isSent, createdBy: 'ada' }, who)
  expect([shown(null, false, reader('bob', true)), shown(null, false, reader('bob', false))]).toEqual([true, false])
  expect([shown('m', false, reader('bob', true)), shown('m', true, reader('bob', false))]).toEqual([false, true])
  expect(shown('m', false, reader('ada', false))).toBe(true)
})
