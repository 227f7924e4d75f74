/** The reaction to a page that did not load: a try after a pause, a load of the whole page, or none. */
type NextTry = { readonly is: 'retry'; readonly pauseMs: number } | { readonly is: 'reload' | 'none' }

interface FailedTries {
  /** How often it was tried automatically before. */
  readonly tries: number
  /** Whether trying again can help: the server was not reached. */
  readonly isPassing: boolean
  /** Whether the code of the page is missing: after an update its file has another name, which only a reload learns. */
  readonly isCodeMissing: boolean
  /** Milliseconds since this tab was last reloaded for that reason. */
  readonly reloadedMsAgo: number
}

const reloadsAfterTries = 2
const reloadsEveryMs = 60_000

export const nextTry = ({ tries, isPassing, isCodeMissing, reloadedMsAgo }: FailedTries): NextTry => {
  if (!isPassing) return { is: 'none' }
  const isReload = isCodeMissing && tries >= reloadsAfterTries && reloadedMsAgo >= reloadsEveryMs
  return isReload ? { is: 'reload' } : { is: 'retry', pauseMs: Math.min(500 * 2 ** tries, 15_000) }
}
