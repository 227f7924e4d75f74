import type { AgentProgram, HarnessModel } from '../job.ts'

/**
 * What an agent is given in its environment: values as the operator wrote them, with what is known of the model in the
 * place of `{modelUrl}`, `{model}`, `{contextTokens}` and `{maxOutputTokens}`. A text within JSON that is nothing but a
 * number's place becomes that number.
 */
export const environmentOf = (
  { environment }: AgentProgram,
  { name, contextTokens, maxOutputTokens }: Pick<HarnessModel, 'name' | 'contextTokens' | 'maxOutputTokens'>,
  modelUrl: string,
): Readonly<Record<string, string>> => {
  const known: Readonly<Record<string, string | number>> = { modelUrl, model: name, contextTokens, maxOutputTokens }
  const filledText = (text: string) =>
    text.replaceAll(/\{(modelUrl|model|contextTokens|maxOutputTokens)\}/g, (_, key: string) => String(known[key]))
  const filled = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const number = known[/^\{(\w+)\}$/.exec(value)?.[1] ?? '']
      return typeof number === 'number' ? number : filledText(value)
    }
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(filled)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [filledText(key), filled(one)]))
  }
  return Object.fromEntries(
    Object.entries(environment).map(([key, value]) => [
      key,
      typeof value === 'string' ? filledText(value) : JSON.stringify(filled(value)),
    ]),
  )
}
