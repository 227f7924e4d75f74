import { isOf } from './shape.ts'
import type { ShapeName } from './name.ts'

/** Whether tokens are part of another count of the maker's, or are to be added to it. */
type CountPosition = 'within' | 'beside'

/** The positions are undefined if neither the shape nor the maker defines them. */
export interface TokenForm {
  /** Tokens of the prompt that a cache has: within the tokens of the prompt, or beside them. */
  readonly cached?: CountPosition
  /** Thoughts: within the tokens of the answer, or beside them. */
  readonly thoughts?: CountPosition
}

interface MakersForm extends TokenForm {
  readonly domain: string
  readonly shapes: readonly ShapeName[]
}

const openAis = ['chat', 'responses'] as const

/** The makers whose form is known, each with the page that defines it. A report's `total_tokens` goes before it. */
const makersForms: readonly MakersForm[] = [
  // OpenAI, “Reasoning models” and “Prompt caching”.
  { domain: 'openai.com', shapes: openAis, cached: 'within', thoughts: 'within' },
  // Microsoft, “Azure OpenAI reasoning models”.
  { domain: 'openai.azure.com', shapes: openAis, cached: 'within', thoughts: 'within' },
  // Anthropic, “Prompt caching” and “Extended thinking”.
  { domain: 'anthropic.com', shapes: ['messages'], cached: 'beside', thoughts: 'within' },
  // xAI, “Consumption and rate limits”: reasoning is counted apart from completion_tokens.
  { domain: 'x.ai', shapes: ['chat'], cached: 'within', thoughts: 'beside' },
  // Google, “Gemini thinking”: thoughtsTokenCount is no part of candidatesTokenCount.
  { domain: 'generativelanguage.googleapis.com', shapes: ['chat'], cached: 'within', thoughts: 'beside' },
  // DeepSeek, “Create chat completion”: prompt_tokens are hits and misses of the cache.
  { domain: 'deepseek.com', shapes: ['chat'], cached: 'within', thoughts: 'within' },
  // OpenRouter, “Usage accounting”.
  { domain: 'openrouter.ai', shapes: ['chat'], cached: 'within', thoughts: 'within' },
  // Groq, “Prompt caching” and “Reasoning”.
  { domain: 'groq.com', shapes: ['chat'], cached: 'within', thoughts: 'within' },
]

// Anthropic's own shape counts cached input separately. The others have no such rule that all their speakers keep.
const shapesForms: Readonly<Record<ShapeName, TokenForm>> = {
  chat: {},
  responses: {},
  messages: { cached: 'beside' },
}

/** How an endpoint, given by its name in records, counts in a shape. */
export const formOf = (shape: ShapeName, endpoint: string): TokenForm =>
  makersForms.find(({ domain, shapes }) => shapes.includes(shape) && isOf(endpoint, domain)) ?? shapesForms[shape]
