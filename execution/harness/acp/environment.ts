import type { AgentProgram, HarnessJob, HarnessModel } from '../job.ts'

type NamedModel = Pick<HarnessModel, 'name' | 'contextTokens' | 'maxOutputTokens'>

/**
 * The command of an agent and its environment, as it is started: values as the operator wrote them, with values of the
 * model and the task for `{modelUrl}`, `{taskId}` and the like. A text within JSON that is nothing but a number's place
 * becomes that number. The addresses are on loopback.
 */
export const agentSettings = (
  { argv: [program = '', ...args], environment }: AgentProgram,
  { model, api }: Pick<HarnessJob, 'api'> & { readonly model: NamedModel },
  { modelUrl, apiUrl }: { readonly modelUrl: string; readonly apiUrl: string },
) => {
  const { name, contextTokens, maxOutputTokens } = model
  const { taskId = '', workspaceId = '' } = api ?? {}
  const values: Readonly<Record<string, string | number>> = {
    modelUrl,
    modelRoot: modelUrl.replace(/\/v1$/, ''),
    apiUrl,
    model: name,
    contextTokens,
    maxOutputTokens,
    taskId,
    workspaceId,
  }
  const filledText = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (whole, key: string) => (Object.hasOwn(values, key) ? String(values[key]) : whole))
  const filled = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const number = values[/^\{(\w+)\}$/.exec(value)?.[1] ?? '']
      return typeof number === 'number' ? number : filledText(value)
    }
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(filled)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [filledText(key), filled(one)]))
  }
  const variables = Object.entries(environment).map(([key, value]) => [
    key,
    typeof value === 'string' ? filledText(value) : JSON.stringify(filled(value)),
  ])
  return {
    argv: [program, ...args.map(filledText)],
    environment: Object.fromEntries(variables) as Record<string, string>,
  }
}
