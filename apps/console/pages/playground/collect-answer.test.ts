import { expect, test } from 'vitest'
import { collectAnswer } from './collect-answer.ts'

const framesOf = async function* (...chunks: readonly (object | string)[]) {
  for (const chunk of chunks) yield { data: typeof chunk === 'string' ? chunk : JSON.stringify(chunk) }
}

test('an answer grows piece by piece, and its tokens come last', async () => {
  const texts: string[] = []
  const usage = { prompt_tokens: 10, completion_tokens: 2 }
  const frames = framesOf(
    { choices: [{ delta: { role: 'assistant' } }] },
    { choices: [{ delta: { content: 'Good ' } }] },
    { choices: [{ delta: { content: 'morning' } }] },
    { choices: [], usage },
    '[DONE]',
    'not read',
  )
  expect(await collectAnswer(frames, (text) => texts.push(text))).toEqual({ text: 'Good morning', usage })
  expect(texts).toEqual(['Good ', 'Good morning'])
})

test('a stream that ends with an error is refused with its code', async () => {
  const texts: string[] = []
  const frames = framesOf(
    { choices: [{ delta: { content: 'Good' } }] },
    { error: { message: 'It broke off.', code: 'provider_cut' } },
  )
  await expect(collectAnswer(frames, (text) => texts.push(text))).rejects.toMatchObject({
    status: 502,
    answered: { error: 'It broke off.', code: 'provider_cut' },
  })
  expect(texts).toEqual(['Good'])
})
