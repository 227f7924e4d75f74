import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { fetchUntilNewPage } from './fetch-until-new-page.ts'

/** A list of three pages; `hold` keeps its answers back until they are released. */
const openList = async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const held: { page: number; answer: () => void; refuse: () => void }[] = []
  let isHeld = false
  const list = new InfiniteQueryObserver(queries, {
    queryKey: ['list'],
    queryFn: ({ pageParam: page }) =>
      new Promise<number>((resolve, reject) => {
        const answer = () => resolve(page)
        if (isHeld) held.push({ page, answer, refuse: () => reject(new Error('refused')) })
        else answer()
      }),
    initialPageParam: 1,
    getNextPageParam: (last: number) => (last < 3 ? last + 1 : undefined),
  })
  const leave = list.subscribe(() => undefined)
  await list.refetch()
  return {
    queries,
    held,
    hold: () => (isHeld = true),
    letGo: () => {
      isHeld = false
      for (const { answer } of held.splice(0)) answer()
    },
    pages: () => list.getCurrentResult().data?.pages,
    more: () => fetchUntilNewPage(list.fetchNextPage, list.getCurrentResult().data!.pages.length),
    leave,
  }
}

test('the next page is read, and behind the last one nothing is', async () => {
  const { more, pages, leave } = await openList()
  await more()
  expect(pages()).toEqual([1, 2])
  await more()
  await more()
  expect(pages()).toEqual([1, 2, 3])
  leave()
})

test('a page that is on its way when the list becomes stale is read behind the fresh list', async () => {
  const { queries, more, pages, held, hold, letGo, leave } = await openList()
  hold()
  const reading = more()
  expect(held.map(({ page }) => page)).toEqual([2])
  const fresh = queries.invalidateQueries()
  expect(held.map(({ page }) => page)).toEqual([2, 1])
  letGo()
  await Promise.all([reading, fresh])
  expect(pages()).toEqual([1, 2])
  leave()
})

test('a page that is asked for while the list is read again is read behind it', async () => {
  const { queries, more, pages, hold, letGo, leave } = await openList()
  hold()
  const fresh = queries.invalidateQueries()
  const reading = more()
  letGo()
  await Promise.all([reading, fresh])
  expect(pages()).toEqual([1, 2])
  leave()
})

test('a page that is refused ends the reading', async () => {
  const { more, pages, held, hold, leave } = await openList()
  hold()
  const reading = more()
  held[0]!.refuse()
  await reading
  expect(pages()).toEqual([1])
  leave()
})
