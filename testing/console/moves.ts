import type { Page } from 'playwright-core'

// The router that React was given, and whether what is drawn is what it has come to: React draws a step when it is ready.
const go = `async (path) => {
  const root = document.querySelector('#root')
  const key = Object.keys(root).find((name) => name.startsWith('__reactContainer$'))
  const find = (fiber) => fiber && (fiber.memoizedProps?.router?.navigate ? fiber : find(fiber.child) ?? find(fiber.sibling))
  const fiber = () => find(root[key].stateNode.current)
  const { router } = fiber().memoizedProps
  await router.navigate(path)
  while (fiber().memoizedState.memoizedState !== router.state) await new Promise(requestAnimationFrame)
}`

// The same in the portal, which has Preact.
const goInPortal = `async (path) => {
  const find = (node) => node?.props?.router ?? node?.__k?.map(find).find(Boolean)
  await find(document.querySelector('#root').__k).navigate(path)
  await new Promise(requestAnimationFrame)
}`

/** Goes to another page of the console that is open, as a link does: nothing is loaded again, and what was read is kept. */
export const goWithin = (page: Page, path: string): Promise<void> =>
  page.evaluate<void>(`(${path.startsWith('/portal') ? goInPortal : go})(${JSON.stringify(path)})`)
