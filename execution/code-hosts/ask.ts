import { askHost } from './code-host.ts'
import { fieldsOf, type Fields, type HostAnswer, type HostCall } from './host-request.ts'
import type { HostPlace } from './hosted.ts'
import { statusFailure } from './failure.ts'

/** The body of an answer with one of the expected statuses. Throws a `CodeHostFailure` for any other. */
export const ask = async (place: HostPlace, call: HostCall, ...expected: readonly number[]): Promise<unknown> =>
  (await answerOf(place, call, ...expected)).body

const answerOf = async (
  { fetcher, host, signal }: HostPlace,
  call: HostCall,
  ...expected: readonly number[]
): Promise<HostAnswer> => {
  const answer = await askHost(fetcher, host, call, signal)
  if (!expected.includes(answer.status)) throw statusFailure(answer, host.baseUrl)
  return answer
}

/** The objects of a list that a host sent; none if it sent something else. */
export const listOf = (body: unknown): Fields[] => (Array.isArray(body) ? body.map(fieldsOf) : [])

export const rowsAtOnce = 50
const pagesMost = 10

interface HostList {
  /** With its query, without the page. */
  readonly path: string
  /** Whether the newest come first; otherwise they come last. */
  readonly isNewestFirst: boolean
  /** Returns the rows in the answer; by default the answer itself. */
  readonly rowsIn?: (body: unknown) => unknown
}

/**
 * A list of a host, or ten pages of a longer one: the first page, and the pages with the newest rows. Throws a
 * `CodeHostFailure`. Sources: GitHub REST API 2022-11-28, “Using pagination”; GitLab REST API, “Offset-based pagination”;
 * Gitea API 1.1, “Pagination”.
 */
export const askList = async (place: HostPlace, { path, isNewestFirst, rowsIn }: HostList) => {
  const size = `${place.host.kind === 'gitea' ? 'limit' : 'per_page'}=${rowsAtOnce}`
  const pageAt = async (page: number) => {
    const pagePath = `${path}${path.includes('?') ? '&' : '?'}${size}${page === 1 ? '' : `&page=${page}`}`
    const { body, headers } = await answerOf(place, { path: pagePath }, 200)
    return { body, rows: listOf(rowsIn ? rowsIn(body) : body), ...linksIn(headers.link) }
  }
  const first = await pageAt(1)
  const rows = [...first.rows]
  let goesOn = first.hasNext ?? first.rows.length >= rowsAtOnce
  const { last } = first
  // The newest are at the end of the list: the pages in between may be left out.
  let page = !isNewestFirst && last !== undefined ? Math.max(2, last - pagesMost + 2) : 2
  const isWhole = page === 2
  for (let pages = 1; goesOn && pages < pagesMost; pages += 1, page += 1) {
    const next = await pageAt(page)
    rows.push(...next.rows)
    goesOn = next.hasNext ?? next.rows.length >= rowsAtOnce
  }
  return { rows, isWhole: isWhole && !goesOn, first: first.body }
}

/** Source: RFC 8288. `hasNext` is undefined without such a header. */
const linksIn = (header: string | string[] | undefined) => {
  const links = String(header ?? '').split(',')
  const last = links.find((link) => link.includes('rel="last"'))
  const page = Number(/[?&]page=(\d{1,9})[&>]/.exec(last ?? '')?.[1])
  return {
    hasNext: header === undefined ? undefined : links.some((link) => link.includes('rel="next"')),
    last: page >= 2 ? page : undefined,
  }
}
