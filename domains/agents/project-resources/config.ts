import { faultOfVariable } from '../../../execution/sandbox/index.ts'
import type { InvalidField, Static } from '../../../platform/contract/index.ts'
import { publicAddressOf, type Fetcher } from '../../../platform/fetch/index.ts'
import type { ImportMcp } from './contract.ts'
import { configOf } from './rules/tool-servers.ts'

/** The stored config, or its faults by field: in its form, and in values that no run could honour. */
export const checkConfig = (imported: Static<typeof ImportMcp>, fetcher: Fetcher): ReturnType<typeof configOf> => {
  const kept = configOf(imported)
  if ('problems' in kept) return kept
  const { config } = kept
  const problems =
    config.transport === 'stdio'
      ? config.envKeys.flatMap((name) => problemOfKey(name))
      : publicAddressOf(config.url, fetcher, 'query', 'fragment')
        ? []
        : [wrongAddress]
  return problems.length > 0 ? { problems } : kept
}

const problemOfKey = (name: string): InvalidField[] => {
  const fault = faultOfVariable(name)
  return fault ? [{ path: 'envKeys', ...fault, message: `${name} ${fault.message}` }] : []
}

const wrongAddress = {
  path: 'url',
  message: 'has to be a public https address without user, such as https://mcp.example.com',
  rule: 'address',
}
