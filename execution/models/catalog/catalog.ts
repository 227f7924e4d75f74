import { FetchRefusal, openFetcher } from '../../../platform/fetch/index.ts'
import { type ListedModel, type ModelList, readModelList } from './read-list.ts'

export interface Catalog extends ModelList {
  /** The address of the list; undefined if none is configured. */
  readonly source: string | undefined
  /** When the router answered; undefined if it never did. */
  readonly fetchedAt: Date | undefined
  readonly ageSeconds: number | undefined
  /** Older than it should be, because the router does not answer. */
  readonly isStale: boolean
  /** Why the last attempt failed, as a sentence; undefined if it did not. */
  readonly failure: string | undefined
}

export interface ModelCatalog {
  /** The router's offer: read again every six hours, and otherwise the last one. Never throws for the router. */
  read(): Promise<Catalog>
}

/** The last known facts of a router. */
export interface CatalogRecord {
  readonly models: readonly ListedModel[] | null
  readonly isWhole: boolean
  readonly fetchedAt: Date | null
  readonly triedAt: Date
  readonly failure: string | null
  /** By the clock that wrote the other times, when this was read. */
  readonly now: Date
}

/** Storage for routers' answers, by the requested address. */
export interface CatalogStore {
  find(source: string): Promise<CatalogRecord | undefined>
  keep(source: string, list: ModelList): Promise<unknown>
  /** Records a failed attempt; the router's earlier answer stays. */
  fail(source: string, failure: string): Promise<unknown>
}

const freshMs = 6 * 3_600_000
const retryMs = 60_000
const answerBytesMax = 16 * 2 ** 20

/**
 * The catalogue of a router that lists its models as OpenRouter does, kept in `store`. `baseUrl` reaches as far as the
 * version, and comes only from the settings: that host may be private, and the target of a redirect may not. The list
 * is asked for without a key.
 */
export const openCatalog = (store: CatalogStore, baseUrl: string | undefined): ModelCatalog => {
  if (baseUrl === undefined) return { read: () => Promise.resolve(nothing) }
  const source = `${baseUrl.replace(/\/{1,99}$/, '')}/models`
  const { hostname, port, host } = new URL(source)
  const fetcher = openFetcher({ privateHosts: [port === '' ? hostname : host] })
  const find = () => store.find(source)
  const refresh = async () => {
    // A caller that looked before the refresh that has just ended gets its result too.
    const found = await find()
    if (found && !isDue(found)) return
    try {
      const { bytes } = await fetcher.read({ url: source, accept: ['application/json'], maxBytes: answerBytesMax })
      const list = readModelList(bytes.toString('utf8'))
      if (list) await store.keep(source, list)
      else await store.fail(source, `${host} answered with no list of models.`)
    } catch (error) {
      if (!(error instanceof FetchRefusal)) throw error
      await store.fail(source, error.message)
    }
  }
  let refreshing: Promise<void> | undefined
  return {
    read: async () => {
      const before = await find()
      if (before && !isDue(before)) return catalogOf(source, before)
      await (refreshing ??= refresh().finally(() => (refreshing = undefined)))
      return catalogOf(source, await find())
    },
  }
}

const isDue = ({ fetchedAt, triedAt, now }: CatalogRecord) =>
  now.getTime() - triedAt.getTime() >= retryMs && (!fetchedAt || now.getTime() - fetchedAt.getTime() >= freshMs)

const nothing: Catalog = {
  source: undefined,
  models: [],
  isWhole: true,
  fetchedAt: undefined,
  ageSeconds: undefined,
  isStale: false,
  failure: 'No router of models is configured (ATELIER_MODEL_CATALOG_URL).',
}

const catalogOf = (source: string, row: CatalogRecord | undefined): Catalog => {
  const ageMs = row?.fetchedAt ? row.now.getTime() - row.fetchedAt.getTime() : undefined
  return {
    source,
    models: row?.models ?? [],
    isWhole: row?.isWhole ?? false,
    fetchedAt: row?.fetchedAt ?? undefined,
    ageSeconds: ageMs === undefined ? undefined : Math.max(0, Math.floor(ageMs / 1_000)),
    isStale: ageMs !== undefined && ageMs >= freshMs,
    failure: row?.failure ?? undefined,
  }
}
