import { publicAddressOf, type Fetcher } from '../../../platform/fetch/index.ts'
import { secretsOfInfisical } from './infisical.ts'
import { problemsOfManual, summaryOfManual, type Layer, type ManualConfig } from './rules/configs.ts'
import { mergedInfisical, summaryOfInfisical, type InfisicalConfig, type CheckedConfig } from './rules/infisical.ts'

/** The values of a config in clear, with the provider that decides its form. */
export type ClearConfig =
  | { readonly provider: 'manual'; readonly config: ManualConfig }
  | { readonly provider: 'infisical'; readonly config: InfisicalConfig }

/** A manual config becomes the sent one, whole; an external manager's gets the sent fields. */
export const checkConfig = (
  { provider, config }: ClearConfig | { readonly provider: ClearConfig['provider']; readonly config: undefined },
  sent: Readonly<Record<string, unknown>>,
  fetcher: Fetcher,
): CheckedConfig<ClearConfig['config']> => {
  if (provider === 'infisical')
    return mergedInfisical(config, sent, (origin) => publicAddressOf(origin, fetcher) !== undefined)
  const problems = problemsOfManual(sent)
  return problems.length > 0 ? { problems } : { config: sent as ManualConfig }
}

export const summaryOf = (clear: ClearConfig): Record<string, unknown> =>
  clear.provider === 'manual' ? summaryOfManual(clear.config) : summaryOfInfisical(clear.config)

/** The part of a config that an audit row may have. */
export const metadataOf = (clear: ClearConfig): Record<string, unknown> =>
  clear.provider === 'manual' ? { names: Object.keys(clear.config) } : { siteUrl: clear.config.siteUrl }

/** The secrets of a config, lowest first. Throws a ManagerRefusal if an external manager returns none. */
export const layersOfConfig = async (clear: ClearConfig, fetcher: Fetcher): Promise<readonly Layer[]> =>
  clear.provider === 'manual' ? [Object.entries(clear.config)] : secretsOfInfisical(fetcher, clear.config)
