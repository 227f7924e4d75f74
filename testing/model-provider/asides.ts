import { type AnswerTurn, defaultUsage } from './script.ts'

/** The turn as OpenAI's list of one embedding. */
export const embeddingsOf = ({ usage }: AnswerTurn, model: string): object => ({
  object: 'list',
  model,
  data: [{ object: 'embedding', index: 0, embedding: [0.25, -0.5] }],
  ...(usage !== null && { usage: { prompt_tokens: (usage ?? defaultUsage).prompt_tokens, total_tokens: 100 } }),
})

/** The turn as Anthropic's count of tokens. */
export const countOf = ({ usage }: AnswerTurn): object => ({ input_tokens: (usage ?? defaultUsage).prompt_tokens })
