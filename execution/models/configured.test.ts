import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfiguration } from '../../platform/configuration/index.ts'
import { configuredEndpoint } from './configured.ts'

const page = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'models.md'), 'utf8')
const sections = [...page.matchAll(/^### (.+)\n\n```sh\n([^]*?)^```$/gm)].map(
  ([, name, lines]) => [name!, lines!.trimEnd().split('\n')] as const,
)

test('the page of models has lines for each known endpoint', () => {
  expect(sections.map(([name]) => name)).toEqual([
    'OpenAI',
    'Anthropic',
    'DeepSeek',
    'Gemini',
    'OpenRouter',
    'Ollama',
    'vLLM',
    'LM Studio',
  ])
  expect(page.match(/^### /gm)).toHaveLength(sections.length)
})

const shapesOf: Readonly<Record<string, string>> = { OpenAI: 'responses', Anthropic: 'messages' }

test.each(sections)('the lines for %s are settings that open its endpoint', (name, lines) => {
  const given = lines.map((line) => /^export (ATELIER_MODEL_[A-Z_]+)=(\S+)$/.exec(line)?.slice(1))
  expect(given).not.toContain(undefined)
  const environment = Object.fromEntries(given as [string, string][])
  expect(Object.keys(environment)).toHaveLength(lines.length)
  const { model } = readConfiguration(environment)
  const endpoint = configuredEndpoint(model)!
  expect([endpoint.name, endpoint.model, endpoint.effort]).toEqual([
    new URL(environment.ATELIER_MODEL_BASE_URL!).host,
    environment.ATELIER_MODEL_NAME,
    environment.ATELIER_MODEL_EFFORT,
  ])
  expect(endpoint.shape).toBe(shapesOf[name] ?? 'chat')
  expect(model.apiKey).toBe(environment.ATELIER_MODEL_API_KEY)
})

test('without an address there is no endpoint', () => {
  expect(configuredEndpoint(readConfiguration({}).model)).toBeUndefined()
})

const settings = (more: Readonly<Record<string, string>>) =>
  configuredEndpoint(
    readConfiguration({
      ATELIER_MODEL_NAME: 'm',
      ATELIER_MODEL_INPUT_PRICE: '3',
      ATELIER_MODEL_OUTPUT_PRICE: '15',
      ...more,
    }).model,
  )!

test.each([
  ['https://api.openai.com/v1', {}, 'responses', 3, 3],
  ['https://api.openai.com/v1', { ATELIER_MODEL_SHAPE: 'chat', ATELIER_MODEL_CACHE_READ_PRICE: '0.3' }, 'chat', 0.3, 3],
  ['https://api.anthropic.com/v1', {}, 'messages', 0.3, 3.75],
  ['https://api.anthropic.com/v1', { ATELIER_MODEL_CACHE_WRITE_PRICE: '6' }, 'messages', 0.3, 6],
  ['https://api.deepseek.com/anthropic/v1', {}, 'messages', 3, 3.75],
  ['http://127.0.0.1:8000/v1', { ATELIER_MODEL_SHAPE: 'messages' }, 'messages', 3, 3.75],
  ['https://api.anthropic.com.example.com/v1', {}, 'chat', 3, 3],
])('at %s with %j the shape is %s, and a cache costs %d and %d dollars', (baseUrl, more, shape, read, write) => {
  const endpoint = settings({ ATELIER_MODEL_BASE_URL: baseUrl, ...more })
  const { cacheReadMicrosPerMillion, cacheWriteMicrosPerMillion } = endpoint.price!
  expect([endpoint.shape, cacheReadMicrosPerMillion, cacheWriteMicrosPerMillion]).toEqual([
    shape,
    read * 1_000_000,
    write * 1_000_000,
  ])
})
