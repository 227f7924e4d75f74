import { publicRegistries } from '../../../execution/setup/index.ts'
import type { Configuration } from '../../../platform/configuration/index.ts'
import { fine, warning, type Check } from './check.ts'

/** The registries of the usual package managers. Others are reached only by projects that use them. */
const usual = ['npm', 'pypi'] as const

/** Whether an address answers at all: the status means nothing for packages. */
export type Reach = (url: string, signal: AbortSignal) => Promise<unknown>

const reachByFetch: Reach = async (url, signal) => {
  const { body } = await fetch(url, { method: 'HEAD', redirect: 'manual', signal })
  await body?.cancel()
}

const answerMs = 5_000

/** Looks whether each registry that setups use answers. */
export const checkRegistries = (
  { sandbox: { registries, egressHosts } }: Configuration,
  signal: AbortSignal,
  reach: Reach = reachByFetch,
): Promise<Check[]> =>
  Promise.all(
    usual.map(async (ecosystem) => {
      const name = `registry ${ecosystem}`
      const own = registries[ecosystem]
      if (own === undefined && !egressHosts.includes('registries'))
        return warning(
          name,
          'ATELIER_EGRESS_HOSTS keeps setups from the public registries.',
          'Add the word registries to it.',
        )
      const { origin, host } = new URL(own ?? `https://${publicRegistries[ecosystem][0]!}`)
      const limit = AbortSignal.any([signal, AbortSignal.timeout(answerMs)])
      return reach(`${origin}/`, limit).then(
        () => fine(name, `${host} answers.`),
        () =>
          warning(
            name,
            `${host} does not answer, so packages that no cache has cannot be installed.`,
            `Check the network, or name a mirror: ATELIER_REGISTRIES=${ecosystem}=https://…`,
          ),
      )
    }),
  )
