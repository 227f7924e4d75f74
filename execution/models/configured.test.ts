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
  expect(sections.map(([name]) => name)).toEqual(['OpenAI', 'Anthropic', 'OpenRouter', 'Ollama', 'vLLM', 'LM Studio'])
  expect(page.match(/^### /gm)).toHaveLength(sections.length)
})

test.each(sections)('the lines for %s are settings that open its endpoint', (_, lines) => {
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
  expect(model.apiKey).toBe(environment.ATELIER_MODEL_API_KEY)
})

test('without an address there is no endpoint', () => {
  expect(configuredEndpoint(readConfiguration({}).model)).toBeUndefined()
})
