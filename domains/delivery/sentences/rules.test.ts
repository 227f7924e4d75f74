import fc from 'fast-check'
import { expect, test } from 'vitest'
import { notProbedReasons } from '../../../execution/probes/index.ts'
import { cpuTime } from '../../../testing/runner/costs.ts'
import { sentences, type SentenceCode } from './rules/catalogue.ts'
import { filled, sentence, sentencesIn, translated } from './rules.ts'

const codes = Object.keys(sentences) as SentenceCode[]
const namesIn = (template: string) => [...template.matchAll(/\{([a-z]+)\}/g)].map(([, name]) => name!)
const valuesOf = (code: SentenceCode, value: string) =>
  Object.fromEntries(namesIn(sentences[code]).map((name) => [name, value]))

test.each(codes)('%s is recognised in the sentence that is made of it', (code) => {
  const values = valuesOf(code, 'a-b.c')
  expect(sentencesIn(filled(sentences[code], values))).toEqual([{ code, values }])
})

test('a text of several sentences is recognised among words of others', () => {
  const text = [
    sentence('change_ready'),
    sentence('check_could_not_run_because', { check: 'test' }),
    sentence('setup_no_program', { program: 'uvu' }),
    'gpt: it looks fine.',
  ].join(' ')
  expect(sentencesIn(text)).toEqual([
    { code: 'change_ready', values: {} },
    ' ',
    { code: 'check_could_not_run_because', values: { check: 'test' } },
    ' ',
    { code: 'setup_no_program', values: { program: 'uvu' } },
    ' gpt: it looks fine.',
  ])
})

test('each reason for which a probe does not apply is recognised', () => {
  const reasons = Object.values(notProbedReasons).map((reason) =>
    typeof reason === 'string' ? reason : reason('node:test'),
  )
  expect(reasons.filter((reason) => typeof sentencesIn(reason)[0] === 'string')).toEqual([])
})

test('a sentence is recognised whole, not inside of a longer one', () => {
  expect(sentencesIn('He said:The run was stopped. So.')).toEqual(['He said:The run was stopped. So.'])
  expect(sentencesIn('The run was stopped.Then')).toEqual(['The run was stopped.Then'])
})

test('the parts of any text make up the text again', () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.string(),
          fc.constantFrom(' ', '\n', '“', '”', 'The check “', '.'),
          fc
            .tuple(fc.constantFrom(...codes), fc.string())
            .map(([code, value]) => filled(sentences[code], valuesOf(code, value))),
        ),
        { maxLength: 12 },
      ),
      (pieces) => {
        const text = pieces.join('')
        expect(translated(text, sentences)).toBe(text)
      },
    ),
  ))

test('a text at its longest is read within a second', () => {
  const started = cpuTime().ownMs
  sentencesIn('The check “'.repeat(700))
  sentencesIn(' The check “x”: these tests fail since the change:'.repeat(150))
  expect(cpuTime().ownMs - started).toBeLessThan(1_000)
})

test('a text that is longer than any of the server stays as it is', () => {
  const text = `${sentence('run_stopped')} `.repeat(1_000)
  expect(sentencesIn(text)).toEqual([text])
})
