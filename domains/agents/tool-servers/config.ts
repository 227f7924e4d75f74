import { faultOfVariable } from '../../../execution/sandbox/index.ts'
import type { InvalidField, Static } from '../../../platform/contract/index.ts'
import { FetchRefusal, type Fetcher } from '../../../platform/fetch/index.ts'
import type { ImportMcp } from './contract.ts'
import { configOf } from './rules.ts'

/** The config as it is kept, or what is wrong with it, by field: beside its form, what no run could honour. */
export const checkConfig = (imported: Static<typeof ImportMcp>, fetcher: Fetcher): ReturnType<typeof configOf> => {
  const kept = configOf(imported)
  if ('problems' in kept) return kept
  const { config } = kept
  const problems =
    config.transport === 'stdio'
      ? config.envKeys.flatMap((name) => problemOfKey(name))
      : problemsOfUrl(config.url, fetcher)
  return problems.length > 0 ? { problems } : kept
}

const problemOfKey = (name: string): InvalidField[] => {
  const fault = faultOfVariable(name)
  return fault ? [{ path: 'envKeys', ...fault, message: `${name} ${fault.message}` }] : []
}

/** A key goes to this address with each request: over https, but for a private host of the operator's. */
const problemsOfUrl = (url: string, fetcher: Fetcher): InvalidField[] => {
  try {
    if (fetcher.judge(url).isPrivate || url.startsWith('https:')) return []
    return [{ path: 'url', message: 'has to begin with https://', rule: 'address' }]
  } catch (error) {
    if (!(error instanceof FetchRefusal)) throw error
    return [{ path: 'url', message: `cannot be asked: ${error.message}`, rule: 'address' }]
  }
}
