import type { ModelPrice } from './found/source.ts'

/** A public endpoint of a maker or a router of models, for a key in the environment. */
export interface PublicEndpoint {
  /** Prefix of its models, as in `openai/gpt-5`. */
  readonly name: string
  readonly title: string
  /** The variable that programs of this maker read the key from. */
  readonly keyVariable: string
  readonly baseUrl: string
  /** The default model. */
  readonly model: string
  readonly contextTokens: number
  readonly maxOutputTokens: number
  /** Names in the table of models that are of this maker; undefined for a router, and for a maker without any there. */
  readonly tableNames?: RegExp
  /** Undefined if no price is known. */
  readonly price?: ModelPrice
}

/**
 * The addresses of all makers: the only place for their host names. Prices were entered by hand for the day beside
 * them, the highest price if it depends on the length of a call, so that a cap never counts too little.
 */
export const publicEndpoints: readonly PublicEndpoint[] = [
  {
    name: 'anthropic',
    title: 'Anthropic',
    keyVariable: 'ANTHROPIC_API_KEY',
    baseUrl: 'https://api.anthropic.com/v1',
    model: 'claude-sonnet-4-6',
    tableNames: /^claude-/,
    contextTokens: 200_000,
    maxOutputTokens: 32_000,
    price: {
      inputUsdPerMillion: 3,
      outputUsdPerMillion: 15,
      cacheReadUsdPerMillion: 0.3,
      pricedOn: '2026-02-18',
    },
  },
  {
    name: 'openai',
    title: 'OpenAI',
    keyVariable: 'OPENAI_API_KEY',
    baseUrl: 'https://api.openai.com/v1',
    model: 'gpt-5',
    tableNames: /^(gpt|chatgpt|o\d)/,
    contextTokens: 400_000,
    maxOutputTokens: 32_000,
    price: {
      inputUsdPerMillion: 1.25,
      outputUsdPerMillion: 10,
      cacheReadUsdPerMillion: 0.125,
      pricedOn: '2025-08-07',
    },
  },
  {
    name: 'gemini',
    title: 'Gemini',
    keyVariable: 'GEMINI_API_KEY',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    model: 'gemini-2.5-pro',
    tableNames: /^gemini-/,
    contextTokens: 1_000_000,
    maxOutputTokens: 32_000,
    price: { inputUsdPerMillion: 2.5, outputUsdPerMillion: 15, pricedOn: '2025-06-17' },
  },
  {
    name: 'openrouter',
    title: 'OpenRouter',
    keyVariable: 'OPENROUTER_API_KEY',
    baseUrl: 'https://openrouter.ai/api/v1',
    model: 'openai/gpt-5',
    contextTokens: 400_000,
    maxOutputTokens: 32_000,
  },
  {
    name: 'deepseek',
    title: 'DeepSeek',
    keyVariable: 'DEEPSEEK_API_KEY',
    baseUrl: 'https://api.deepseek.com/v1',
    model: 'deepseek-chat',
    tableNames: /^deepseek-/,
    contextTokens: 128_000,
    maxOutputTokens: 8_000,
    price: { inputUsdPerMillion: 0.28, outputUsdPerMillion: 0.42, pricedOn: '2025-09-29' },
  },
  {
    name: 'mistral',
    title: 'Mistral',
    keyVariable: 'MISTRAL_API_KEY',
    baseUrl: 'https://api.mistral.ai/v1',
    model: 'devstral-medium-latest',
    tableNames: /^(mistral|codestral)-/,
    contextTokens: 128_000,
    maxOutputTokens: 16_000,
  },
  {
    name: 'groq',
    title: 'Groq',
    keyVariable: 'GROQ_API_KEY',
    baseUrl: 'https://api.groq.com/openai/v1',
    model: 'openai/gpt-oss-120b',
    contextTokens: 131_072,
    maxOutputTokens: 16_000,
  },
  {
    name: 'xai',
    title: 'xAI',
    keyVariable: 'XAI_API_KEY',
    baseUrl: 'https://api.x.ai/v1',
    model: 'grok-4',
    contextTokens: 256_000,
    maxOutputTokens: 16_000,
  },
]
