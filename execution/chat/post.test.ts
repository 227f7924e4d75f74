import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openFetcher } from '../../platform/fetch/index.ts'
import { teamsWorkflow } from '../../testing/integrations/teams-workflow.ts'
import { ChatFailure, postToChat } from './post.ts'

const workflow = await teamsWorkflow()
const fetcher = openFetcher({ privateHosts: [workflow.host] })
const link = { label: 'Open in Atelier', url: 'https://atelier.example/projects/p/cycles/c' }

const post = async (text: string, change: { status?: number; url?: string } = {}) => {
  workflow.status = change.status ?? 202
  workflow.cards.length = 0
  const to = { kind: 'teams' as const, url: change.url ?? workflow.webhookUrl }
  const error = await postToChat(fetcher, to, { text, link }, new AbortController().signal).catch((one: Error) => one)
  workflow.status = 202
  return { error, shown: workflow.cards[0]?.body[0]?.inlines[0]?.text, actions: workflow.cards[0]?.actions }
}

test('Teams gets a card with the text and a button', async () => {
  expect(await post('Shop: SHO-1 “Sums” waits for a person.')).toEqual({
    error: undefined,
    shown: 'Shop: SHO-1 “Sums” waits for a person.',
    actions: [{ type: 'Action.OpenUrl', title: 'Open in Atelier', url: link.url }],
  })
})

test('Markdown, dates and odd characters are shown as they are written', async () => {
  const texts = ['[Pay](https://evil.example)', '**a** _b_ `c`', '# x\r- y\n1. z', '{{DATE(2017-02-14T06:08:00Z)}}']
  for (const text of [...texts, '"}],"actions":[', '<at>all</at>', '\u0000\u202e'])
    expect((await post(text)).shown).toBe(text)
})

test('no text is too long for Teams, and a cut one ends with an ellipsis between characters', async () => {
  for (const sign of ['a', '\u0001', '😀', 'é', '\ud800']) {
    const { error, shown } = await post(sign.repeat(30_000))
    expect(error).toBeUndefined()
    expect([shown!.length <= 4_000, shown!.endsWith('…')]).toEqual([true, true])
    if (sign === '😀') expect(shown!.isWellFormed()).toBe(true)
  }
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', minLength: 3_900, maxLength: 4_200, size: 'max' }), async (text) => {
      const { error, shown } = await post(text)
      expect([error, shown!.isWellFormed()]).toEqual([undefined, true])
    }),
    { numRuns: 20 },
  )
})

test.each([
  [400, 'The channel refused the message (400). Look at what its webhook expects.'],
  [401, 'The channel has no such webhook any more (401). Create a new one there.'],
  [404, 'The channel has no such webhook any more (404). Create a new one there.'],
  [413, 'The channel refused the message (413). Look at what its webhook expects.'],
  [429, 'The channel takes no more messages for now (429). Try again later.'],
  [500, 'The channel answered with status 500.'],
])('status %i is a sentence', async (status, sentence) => {
  const { error, shown } = await post('Text', { status })
  expect(error).toBeInstanceOf(ChatFailure)
  expect([error?.message, shown]).toEqual([sentence, undefined])
})

test('an address without its signature, and an address that does not answer, are sentences without the address', async () => {
  const unsigned = workflow.webhookUrl.replace(workflow.signature, 'other')
  expect((await post('Text', { url: unsigned })).error?.message).toMatch(/no such webhook any more \(401\)/)
  const { error } = await post('Text', { url: 'http://127.0.0.1:9/secret' })
  expect(error?.message).toBe('The channel could not be reached.')
})
