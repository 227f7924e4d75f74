import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { judgeMail, namedIn } from './rules.ts'

type Form = 'interest' | 'person' | 'unsure' | 'channel' | 'company' | 'notice' | 'left' | 'refusal' | 'supplier'
type Sentences = Readonly<Partial<Record<Form | 'contrary' | 'later' | 'automatic' | 'ours', readonly string[]>>>

// Sentences of people, written down by a person who had not read the rules: `form: sentence` below `# Language`.
const file = readFileSync(join(import.meta.dirname, 'cases', 'languages.txt'), 'utf8')
const languages = file
  .split(/^# /mu)
  .slice(1)
  .map((part) => {
    const [language, ...lines] = part.trim().split('\n')
    const pairs = lines.map((line) => line.split(/: (.*)/su))
    const sentences = Object.groupBy(pairs, ([form]) => form!)
    return [
      language!,
      Object.fromEntries(
        Object.entries(sentences).map(([form, of]) => [form, of!.map(([, text]) => text!)]),
      ) as Sentences,
    ] as const
  })

interface Around {
  readonly subject?: string
  readonly sent?: string
  readonly automatic?: 'certain'
}
const judged = (own: string, { subject = 'Re: Web shops', sent = '', automatic }: Around = {}) =>
  judgeMail({
    subject,
    own,
    automatic: automatic ?? null,
    report: null,
    isAnswer: true,
    subjects: ['Web shops'],
    texts: { sent: [sent], others: [] },
  })

const isOut = ({ kind }: ReturnType<typeof judged>) => kind === 'unsubscribe'
/** Out, held for a person, or the intent that a rule read. */
const resultOf = (mail: ReturnType<typeof judged>): string =>
  isOut(mail)
    ? 'out'
    : mail.kind === 'reply' && mail.intent === null && mail.needsDecision
      ? 'held'
      : (mail.intent ?? '')
const below = (words: string, text: string) => `${words}\n\nAnna Novak\nAlpha\n\n${text}`

/** The result that each form has to have. */
const forms: readonly (readonly [
  string,
  keyof Sentences,
  (text: string, own: string, subject: string) => unknown,
  unknown,
])[] = [
  ['a wish of the person opts out', 'person', (text) => resultOf(judged(text)), 'out'],
  ['a wish that can be about an order waits', 'unsure', (text) => resultOf(judged(text)), 'held'],
  ['a wish for another way is no opt-out', 'channel', (text) => isOut(judged(text)), false],
  ['a wish to stay is no opt-out', 'contrary', (text) => isOut(judged(text)), false],
  [
    'a wish for the company holds it',
    'company',
    (text) => [judged(text).isForCompany, isOut(judged(text)) || judged(text).needsDecision],
    [true, true],
  ],
  ['interest is no opt-out', 'interest', (text) => isOut(judged(text)), false],
  [
    'a notice below is no wish',
    'notice',
    (text, own) => [isOut(judged(below(own, text))), judged(below(own, text)).isForCompany],
    [false, false],
  ],
  ['who left wants no mail there', 'left', (text) => resultOf(judged(text)), 'out'],
  [
    'a program that says so waits for a person',
    'left',
    (text) => [judged(text, { automatic: 'certain' }).kind, judged(text, { automatic: 'certain' }).needsDecision],
    ['reply', true],
  ],
  ['a refusal is read', 'refusal', (text) => resultOf(judged(text)), 'not_interested'],
  ['who has a supplier waits', 'supplier', (text) => resultOf(judged(text)), 'held'],
  ['not now is not no', 'later', (text) => resultOf(judged(text)), 'not_now'],
  [
    'an automatic answer is told by its subject',
    'automatic',
    (text) => judged('…', { subject: text }).kind,
    'auto_reply',
  ],
  [
    'our words below are not theirs',
    'ours',
    (text, own) => isOut(judged(`${own}\n\n${text}`, { sent: `Hello there.\n\n${text}` })),
    false,
  ],
  ['our words with marks are not theirs', 'ours', (text, own) => isOut(judged(`${own}\n\n> ${text}`)), false],
  [
    'another address is found with its sentence',
    'person',
    (text) =>
      namedIn(`Hello.\n${text.slice(0, -1)} dan@alpha.example.`, (one) => one)[0]?.sentence.endsWith(
        ' dan@alpha.example.',
      ),
    true,
  ],
]
const rows = languages.flatMap(([language, sentences]) =>
  forms.flatMap(([name, form, found, want]) =>
    (sentences[form] ?? []).map((text) => ({
      language,
      name,
      text,
      found: () => found(text, sentences.interest![0]!, sentences.automatic![0]!),
      want,
    })),
  ),
)

test('there are fourteen languages, and each has sentences of each form', () => {
  expect(languages).toHaveLength(14)
  const least = { person: 6, company: 3, notice: 2, left: 2, refusal: 3, later: 2, channel: 2, automatic: 2, ours: 1 }
  for (const [language, sentences] of languages) {
    for (const [form, count] of Object.entries(least))
      expect(sentences[form as keyof Sentences]?.length ?? 0, `${language}: ${form}`).toBeGreaterThanOrEqual(count)
  }
})

test.each(rows)('$language: $name: $text', ({ found, want }) => {
  expect(found()).toEqual(want)
})
